import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startMailServer } from '../console/notice-world.ts'
import { startOpenIdProvider } from '../support/openid-provider.ts'
import { openConsole, visit } from './console-page.ts'
import { seededConsole } from './started-console.ts'

const { hub, slug, ann } = await seededConsole()
const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened
const SETTINGS = `${hub.url}/portal/web-chat`

test('a mail server is saved after a test mail, and its password is never shown again [console-app.set-up]', async (t) => {
  const server = await startMailServer(t)
  const { port } = new URL(server.environment['SVC_SMTP_URL']!)
  await visit(page, `${SETTINGS}/mail`)
  const form = page.getByRole('form', { name: 'Mail server' })
  const save = form.getByRole('button', { name: 'Send test mail and save' })
  await form.getByLabel('Host').fill('127.0.0.1')
  await form.getByRole('radio', { name: 'STARTTLS' }).click()
  assert.equal(await form.getByLabel('Port').inputValue(), '587', 'the usual port of the choice')
  await form.getByLabel('Port').fill(port)
  await form.getByLabel('User name').fill('hub')
  await form.getByLabel('Password').fill('wrong-word')
  await form.getByLabel('Sender address').fill('hub@example.com')
  await save.click()
  await form.getByRole('alert').getByText('refused the user name or password').waitFor()
  await form.getByLabel('Password').fill('p@ss')
  await save.click()
  await page.getByText(`Changed by ${ann.account.email}`).waitFor()
  assert.equal((await server.mail(0)).to?.[0]?.address, ann.account.email)
  await page.reload()
  await form.getByText('Saved. Leave this field empty').waitFor()
  assert.equal(await form.getByLabel('Password').inputValue(), '')
  assert.ok(!(await page.content()).includes('p@ss'))
  await form.getByRole('button', { name: 'Remove…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove mail server' }).click()
  await page.getByText('Changed by').waitFor({ state: 'detached' })
})

test('an identity provider is added after a try, shown on the sign-in page, and removed [console-app.set-up]', async (t) => {
  const acme = await startOpenIdProvider(t, { redirectUris: [`${hub.url}/oauth/acme/callback`] })
  await visit(page, `${SETTINGS}/providers`)
  await page.getByRole('button', { name: 'Add provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an identity provider' })
  await dialog.getByLabel('Id', { exact: true }).fill('acme')
  await dialog.getByText('/oauth/acme/callback').waitFor()
  await dialog.getByLabel('Name').fill('Acme')
  await dialog.getByLabel('Issuer').fill(acme.url)
  await dialog.getByLabel('Client id').fill(acme.clientId)
  await dialog.getByLabel('Client secret').fill('wrong-secret')
  await dialog.getByText('Accounts, roles and groups').click()
  await dialog.getByLabel('Domains').fill('example.org, example.com')
  await dialog.getByRole('button', { name: 'Test and save' }).click()
  await dialog.getByRole('alert').getByText('refused the client id or the client secret').waitFor()
  await dialog.getByLabel('Client secret').fill(acme.clientSecret)
  await dialog.getByRole('button', { name: 'Test and save' }).click()
  const card = page.getByRole('article', { name: 'Acme' })
  await card.getByText('example.org, example.com').waitFor()
  assert.ok(!(await page.content()).includes(acme.clientSecret))

  await opened.browser.context.clearCookies()
  const reader = await opened.browser.newPage()
  await reader.goto(`${hub.url}/auth`)
  await reader.getByText('Continue with Acme').waitFor()
  await reader.close()
  await opened.browser.context.addCookies([
    { name: 'token', value: ann.token, url: hub.url, httpOnly: true, sameSite: 'Lax' },
  ])

  await card.getByRole('button', { name: 'Remove…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove provider' }).click()
  await card.waitFor({ state: 'detached' })
})

test('the settings of a Hub show which channels can be set up, and what the operator must allow [console-app.set-up]', async () => {
  await visit(page, `${hub.url}/portal/hubs/${slug}/settings`)
  const section = page.getByRole('region', { name: 'Channel set-up' })
  const telegram = section.getByRole('listitem').filter({ hasText: 'Telegram' })
  await telegram.getByText('To receive messages, the operator must add chat-b to SVC_INBOUND.').waitFor()
  assert.equal(await telegram.getByRole('button').count(), 0)
  const shown = await ann.call('GET', `/portal/api/setups/channels?hub=${slug}`)
  const items = shown.items.map((one: any) => ({ ...one, is_served: one.channel === 'mattermost' }))
  await page.route('**/portal/api/setups/channels?*', (route) => route.fulfill({ json: { items } }))
  await page.reload()
  await section
    .getByRole('listitem')
    .filter({ hasText: 'Mattermost' })
    .getByRole('button', { name: 'Set up…' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Set up Mattermost' })
  await dialog.getByLabel('Address of the server').fill('http://127.0.0.1:9998')
  await dialog.getByLabel('Token of the bot account').fill('any-token')
  await dialog.getByRole('button', { name: 'Test and save' }).click()
  await dialog.getByRole('alert').getByText('add mattermost to SVC_INBOUND').waitFor()
  await page.unroute('**/portal/api/setups/channels?*')
})
