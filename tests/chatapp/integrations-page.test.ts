import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { isTooWide, allFindings } from '../support/accessibility.ts'
import { startOauthMcpServer } from '../support/oauth-mcp-server.ts'
import { startOpenIdProvider, type OpenIdProviderOptions } from '../support/openid-provider.ts'
import { until } from '../support/until.ts'
import { follow } from '../web-console/console-page.ts'
import { ANN, signUp, startTestPage, things } from '../web/started-page.ts'
import { clientOf } from './client.ts'
import { must, SERVERS } from './integrations-world.ts'

const PICTURES = process.env.PICTURES

async function lookAt(page: Page, name: string): Promise<void> {
  const looks = [
    { width: 390, height: 844, scheme: 'light', rules: undefined },
    { width: 1280, height: 800, scheme: 'light', rules: undefined },
    { width: 1280, height: 800, scheme: 'dark', rules: 'colours' },
  ] as const
  for (const { width, height, scheme, rules } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    assert.equal(await isTooWide(page), false, `${name} is wider than ${width}`)
    const findings = await allFindings(page, { rules })
    assert.deepEqual(findings, [], `${name}, ${width}, ${scheme}`)
    if (PICTURES) {
      await mkdir(PICTURES, { recursive: true })
      await page.screenshot({ path: join(PICTURES, `${name}-${width}-${scheme}.png`) })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

async function start(t: TestContext, options: OpenIdProviderOptions = {}) {
  const started = await startTestPage(t)
  const { page, url } = started
  const provider = await startOpenIdProvider(t, {
    redirectUris: [`${url}/oauth/clients/mcp:company-files/callback`],
    ...options,
  })
  await signUp(page, url)
  await things(page).message.waitFor()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const open = async (tab: string) => {
    await follow(page, '/')
    await dialog.waitFor({ state: 'detached' })
    await follow(page, `/?settings=${tab}`)
    await dialog.waitFor()
  }
  const signedIn = await clientOf(url).post('/api/v1/auths/signin', {
    email: ANN.email,
    password: ANN.password,
  })
  const admin = clientOf(url, signedIn.json.token, signedIn.json.id)
  return { ...started, provider, dialog, open, admin }
}

test('an administrator sets up providers, tests them, and removes them after a warning about connections [integrations.page]', async (t) => {
  const { page, url, provider, dialog, open, admin, browser } = await start(t)
  const mcp = await startOauthMcpServer(t, provider)
  const group = await must(admin.post('/api/v1/groups/create', { name: 'Gardeners', description: '' }))
  await open('integrations')
  await dialog.getByText('No provider yet').waitFor()
  await lookAt(page, 'providers-none')

  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Name is required.').waitFor()
  await dialog.getByLabel('Kind').selectOption({ label: 'OpenID provider' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Company Files')
  assert.equal(await dialog.getByRole('textbox', { name: 'Id', exact: true }).inputValue(), 'company-files')
  await dialog.getByRole('textbox', { name: 'Issuer' }).fill(`${provider.url}/nothing`)
  await dialog.getByRole('textbox', { name: 'Client id' }).fill(provider.clientId)
  await dialog.getByLabel('Client secret').fill(provider.clientSecret)
  await dialog.getByRole('textbox', { name: 'Scopes' }).fill('files.read files.write')
  assert.equal(
    await dialog.getByRole('textbox', { name: 'Redirect address' }).inputValue(),
    `${url}/oauth/clients/mcp:company-files/callback`,
  )
  await dialog.getByRole('button', { name: 'Test' }).click()
  await dialog
    .getByRole('alert')
    .getByText(/publishes no OAuth metadata/)
    .waitFor()
  await dialog.getByRole('textbox', { name: 'Issuer' }).fill(provider.url)
  await dialog.getByRole('button', { name: 'Test' }).click()
  await dialog.getByText(/answers correctly/).waitFor()

  await dialog.getByText('More', { exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Documents of the team')
  await dialog.getByLabel('How the secret is sent').selectOption({ label: 'In a header (basic)' })
  const parameters = dialog.getByRole('textbox', { name: 'Extra parameters' })
  await parameters.fill('access_type=offline\nstate=mine')
  await dialog.getByText('More', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('“state” is set by this service and can’t be an extra parameter.').waitFor()
  await parameters.scrollIntoViewIfNeeded()
  await lookAt(page, 'provider-more')
  await parameters.fill('access_type=offline')
  await dialog.getByRole('button', { name: 'Save' }).click()

  const list = dialog.getByRole('list', { name: 'Providers' })
  await list.getByText('Company Files').waitFor()
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Garden')
  await dialog.getByRole('textbox', { name: 'Address of the server' }).fill(mcp.url)
  await dialog.getByLabel('Who may connect').selectOption({ label: 'Some groups' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Choose at least one group.').waitFor()
  await dialog.getByRole('checkbox', { name: 'Gardeners' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await list.getByText('Garden').waitFor()
  assert.match(await list.innerText(), /MCP server · .* · Some groups · Nobody connected/)
  await lookAt(page, 'providers')
  assert.equal(provider.requests.filter(({ path }) => path === '/reg').length, 1)

  // The page never contains the secret. Saving other fields keeps the secret.
  await dialog.getByRole('button', { name: 'Edit Company Files' }).click()
  assert.equal(await dialog.getByLabel('Client secret').inputValue(), '••••••••')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Our files')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await list.getByText('Our files').waitFor()
  const stored = (await must(admin.get(SERVERS))).json.TOOL_SERVER_CONNECTIONS
  assert.equal(stored[0].info.oauth_client_secret, '••••••••')
  assert.equal(stored[0].info.description, 'Documents of the team')
  assert.equal(stored[0].config.client_authentication, 'basic')
  assert.deepEqual(stored[0].config.authorize_parameters, { access_type: 'offline' })
  assert.deepEqual(stored[1].config.access_grants, [
    { principal_type: 'group', principal_id: group.json.id, permission: 'read' },
  ])

  // On a phone, the row of tabs is wider than the screen and must scroll to the chosen tab.
  await page.setViewportSize({ width: 390, height: 844 })
  await open('integrations')
  const tab = (await dialog.getByRole('tab', { name: 'Integrations' }).boundingBox())!
  assert.ok(tab.x >= 0 && tab.x + tab.width <= 390, `the tab is at ${tab.x}`)
  await page.setViewportSize({ width: 1280, height: 800 })

  await dialog.getByRole('button', { name: 'Remove Garden' }).click()
  const asking = page.getByRole('alertdialog', { name: 'Remove Garden?' })
  await asking.getByText('Nobody has connected an account of this provider.').waitFor()
  await asking.getByRole('button', { name: 'Remove provider' }).click()
  await list.getByText('Garden').waitFor({ state: 'detached' })
  assert.deepEqual(browser.complaints, [])
})

test('a person connects, hears of a refusal, and disconnects in the settings [integrations.page]', async (t) => {
  const { page, url, provider, dialog, open, admin, browser } = await start(t)
  await open('connections')
  await dialog.getByText('Nothing to connect yet').waitFor()
  const entry = {
    url: provider.url,
    auth_type: 'oauth_2.1_static',
    config: { kind: 'openid', oauth_scope: 'files.read' },
    info: {
      id: 'company-files',
      name: 'Company Files',
      description: 'Documents of the team',
      oauth_client_id: provider.clientId,
      oauth_client_secret: provider.clientSecret,
    },
  }
  await must(admin.post(`${SERVERS}/company-files`, entry))
  await page.reload()
  await dialog.getByText('Requested access: files.read').waitFor()
  await dialog.getByRole('button', { name: 'Connect Company Files' }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await dialog.getByRole('alert').getByText('access was declined there').waitFor()
  await lookAt(page, 'connections-refused')

  await dialog.getByRole('button', { name: 'Connect Company Files' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await dialog.getByText('Connected', { exact: true }).waitFor()
  assert.equal(page.url(), `${url}/?settings=connections`)
  assert.equal(await dialog.getByRole('alert').count(), 0)

  await must(
    admin.post(`${SERVERS}/company-files`, {
      ...entry,
      config: { ...entry.config, oauth_scope: 'files.read files.write' },
      info: { ...entry.info, oauth_client_secret: '••••••••' },
    }),
  )
  await page.reload()
  await dialog.getByText('Not granted yet: files.write. Reconnect to grant this access.').waitFor()
  await lookAt(page, 'connections-incomplete')
  await dialog.getByRole('button', { name: 'Reconnect Company Files' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await dialog.getByText('Connected', { exact: true }).waitFor()

  await dialog.getByRole('button', { name: 'Disconnect Company Files' }).click()
  const asking = page.getByRole('alertdialog', { name: 'Disconnect Company Files?' })
  await lookAt(page, 'disconnect')
  await asking.getByRole('button', { name: 'Disconnect' }).click()
  await dialog.getByRole('button', { name: 'Connect Company Files' }).waitFor()
  assert.equal((await admin.get(`/api/v1/users/${admin.id}/oauth/sessions`)).status, 400)

  await page.goto(`${url}/?error=${encodeURIComponent('It did not work.')}`)
  await dialog.getByRole('alert').getByText('It did not work.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(page.url(), `${url}/`)
  await page.goto(`${url}/admin/settings/integrations`)
  await dialog.getByRole('button', { name: 'Edit Company Files' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('a provider that refuses this service is shown to be set up wrongly, to administrators and people [integrations.set-up-wrong]', async (t) => {
  const { page, provider, dialog, open, admin, browser } = await start(t, { accessTokenSeconds: 2 })
  const entry = (secret: string) => ({
    url: provider.url,
    auth_type: 'oauth_2.1_static',
    config: { kind: 'openid', oauth_scope: 'files.read' },
    info: {
      id: 'company-files',
      name: 'Company Files',
      oauth_client_id: provider.clientId,
      oauth_client_secret: secret,
    },
  })
  const path = `${SERVERS}/company-files`
  await must(admin.post(path, entry(provider.clientSecret)))
  await open('connections')
  await dialog.getByRole('button', { name: 'Connect Company Files' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await dialog.getByText('Connected', { exact: true }).waitFor()
  await must(admin.post(path, entry('another secret')))
  const sessions = `/api/v1/users/${admin.id}/oauth/sessions`
  await until(async () => (await must(admin.get(sessions))).json[0].state === 'misconfigured', {
    everyMs: 200,
  })
  await page.reload()
  await dialog.getByText('Configured wrongly').waitFor()
  await dialog.getByText(/an administrator has to check the provider’s settings/).waitFor()
  await lookAt(page, 'connections-set-up-wrong')
  await open('integrations')
  await dialog.getByText(/answers “invalid_client”/).waitFor()
  await lookAt(page, 'providers-set-up-wrong')
  await dialog.getByRole('button', { name: 'Edit Company Files' }).click()
  await dialog
    .getByRole('alert')
    .getByText(/answers “invalid_client”/)
    .waitFor()
  await dialog.getByLabel('Client secret').fill(provider.clientSecret)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('1 person connected').waitFor()
  await dialog
    .getByText(/answers “invalid_client”/)
    .first()
    .waitFor({ state: 'detached' })
  assert.equal((await must(admin.get(sessions))).json[0].state, 'healthy')
  assert.deepEqual(browser.complaints, [])
})
