import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openBrowser } from '../support/browser.ts'
import { signUp } from '../support/console-person.ts'
import { startOpenIdProvider } from '../support/openid-provider.ts'
import { runHub, secretsOf, type RunningHub } from '../support/running-hub.ts'
import { clean, gallery, picture } from './page-checks.ts'
import { PLANT_TOOLS, plantEntry } from './world.ts'

test('a card in the chat leads to the provider and follows the journey, and the agent continues [connections.card]', async (t) => {
  const hub = await runHub({ environment: { SVC_CONNECT_JOURNEY: 'true' } })
  t.after(() => hub[Symbol.asyncDispose]())
  const ann = await signUp(hub.url, {
    name: 'Ann',
    email: 'ann@example.org',
    password: 'correct horse battery',
  })
  const provider = await startOpenIdProvider(t, {
    redirectUris: [`${hub.url}/oauth/clients/mcp:plants/callback`],
  })
  await ann.call('POST', '/api/v1/configs/tool_servers/plants', plantEntry(provider))
  await ann.call('GET', '/portal/api/me')
  await writeFile(join(hub.folder, 'tools/plants.ts'), PLANT_TOOLS)
  await knows(hub, 'read_beds')

  const browser = await openBrowser()
  t.after(() => browser[Symbol.asyncDispose]())
  await browser.context.addCookies([{ name: 'token', value: ann.token, url: hub.url }])
  const page = await browser.newPage()
  await page.goto(hub.url)
  await page.getByRole('textbox', { name: 'Message' }).fill('/tool read_beds {}')
  await page.keyboard.press('Enter')
  const cards = page.getByRole('list', { name: 'Accounts to connect' })
  await cards.getByText('Connect your Plants account').waitFor()
  await gallery(page, 'card')
  await clean(page)
  await page.reload()
  const opened = browser.context.waitForEvent('page')
  await cards.getByRole('link', { name: /^Connect\s+Plants/ }).click()
  const second = await opened
  await second.getByRole('button', { name: 'Continue to Plants' }).click()
  await second.getByRole('button', { name: 'Allow' }).click()
  await second.getByRole('heading', { name: 'Plants is connected' }).waitFor()
  await second.getByRole('link', { name: 'Go back to the chat' }).click()
  await second.waitForURL(/\/c\//)
  await second.close()
  await cards.getByText('Plants is connected').waitFor()
  assert.equal(await cards.getByRole('link').count(), 0)
  await picture(page, 'card-connected')
  await page.getByRole('button', { name: 'Regenerate' }).last().click()
  await page.getByText('beds of [hidden]').waitFor()
  assert.deepEqual(browser.complaints, [])

  const third = await browser.newPage()
  await third.goto(`${hub.url}/portal/connections`)
  await third
    .getByRole('region', { name: 'Plants' })
    .getByText('Connected', { exact: true })
    .first()
    .waitFor()
  await gallery(third, 'connections-manager')

  await page.getByRole('textbox', { name: 'Message' }).fill('/tool plough {}')
  await page.keyboard.press('Enter')
  const link = cards.getByRole('link', { name: /^Connect\s+Plants/ })
  await third.goto(hub.url + (await link.getAttribute('href'))!)
  await third.getByRole('button', { name: 'Continue to Plants' }).click()
  await third.getByRole('heading', { name: /^Allow/ }).waitFor()
  await third.locator('form').evaluate((form) => {
    for (const [name, value] of [
      ['narrow', 'yes'],
      ['scope', 'openid'],
      ['scope', 'files.read'],
    ] as const)
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  })
  await third.getByRole('button', { name: 'Allow' }).click()
  await third.getByRole('heading', { name: 'Plants did not grant everything' }).waitFor()
  await third.getByText('Plants did not grant files.write.').waitFor()
  await gallery(third, 'withheld')
  await clean(third)
  await cards.getByText('Plants did not grant files.write.').waitFor()
  await gallery(page, 'card-withheld')
  await clean(page)
  assert.deepEqual(browser.complaints, [])
})

async function knows(hub: RunningHub, tool: string): Promise<void> {
  const { bridgeKey } = await secretsOf(hub)
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${hub.bridge}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bridgeKey}`,
        'content-type': 'application/json',
        'x-chatapp-user-email': 'ann@example.org',
      },
      body: JSON.stringify({ messages: [{ role: 'user', content: `/tool ${tool} {}\n/say ${tries}` }] }),
    })
    if (!(await answer.text()).includes('There is no tool')) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${tool} was not read`)
}
