import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { lookedOver, type Look } from '../support/accessibility.ts'
import { heading, openConsole } from './console-page.ts'
import { CLEO, seededConsole } from './started-console.ts'

const { hub, slug, ann, cleo, newcomer } = await seededConsole()

const lines = (page: Page, client: string) => page.getByRole('region', { name: `Settings for ${client}` })

const listTools = (key: string, program = 'test-program/1.0') =>
  fetch(`${hub.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'user-agent': program,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })

test('a key made in place is filled into the lines, works, and is seen by who manages the Hub [console-app.mcp]', async () => {
  await using opened = await openConsole(hub.url, cleo.token)
  const { page } = opened
  await page.goto(`${hub.url}/portal/mcp`)
  await heading(page, 'MCP').waitFor()
  assert.match(await lines(page, 'Claude Code').innerText(), /Bearer YOUR_API_KEY/)
  await page.getByRole('tab', { name: 'Cursor' }).click()
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Cursor')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByRole('textbox', { name: 'Key “Cursor”' }).inputValue()

  const server = JSON.parse(await lines(page, 'Cursor').innerText()).mcpServers[slug]
  assert.deepEqual(server, { url: `${hub.url}/mcp`, headers: { Authorization: `Bearer ${key}` } })
  for (const client of ['Claude Code', 'Claude Desktop', 'VS Code', 'Codex', 'curl']) {
    await page.getByRole('tab', { name: client }).click()
    const text = await lines(page, client).innerText()
    assert.ok(text.includes(`Bearer ${key}`) && text.includes(`${hub.url}/mcp`), client)
  }
  assert.equal((await listTools(key)).status, 200)
  assert.equal(await page.getByRole('heading', { name: 'Connected programs' }).count(), 0)
  await page.reload()
  await page.getByRole('button', { name: 'New key' }).waitFor()
  assert.ok(!(await page.content()).includes(key), 'the key itself is not shown again')

  await using manager = await openConsole(hub.url, ann.token)
  await manager.page.goto(`${hub.url}/portal/mcp?hub=${slug}`)
  const row = manager.page.getByRole('row', { name: new RegExp(CLEO.email) })
  await row.waitFor()
  assert.match(await row.innerText(), /Cursor\s+test-program/)

  await page.getByRole('button', { name: 'Revoke Cursor' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await page.getByRole('button', { name: 'Create key' }).waitFor()
  const whose = await fetch(`${hub.url}/api/v1/auths/`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(whose.status, 401)
})

test('the lines for curl work [console-app.mcp]', async () => {
  const { api_key } = await ann.call('POST', '/api/v1/auths/api_keys', { name: 'curl', hubs: [slug] })
  await using opened = await openConsole(hub.url, ann.token)
  await opened.page.goto(`${hub.url}/portal/mcp`)
  await opened.page.getByRole('tab', { name: 'curl' }).click()
  const shown = await lines(opened.page, 'curl').innerText()
  const headers = [...shown.matchAll(/-H ["'](.*?): (.*?)["'] \\/g)].map(
    ([, name, value]): [string, string] => [name!, value!.replace('YOUR_API_KEY', api_key)],
  )
  const body = /-d '(.*)'/.exec(shown)![1]!
  const answer = await fetch(/^curl (\S+) /.exec(shown)![1]!, { method: 'POST', headers, body })
  assert.deepEqual([answer.status, /"tools"/.test(await answer.text())], [200, true])
})

test('people without a Hub get a message [console-app.mcp]', async () => {
  const ned = await newcomer('Ned None')
  await using opened = await openConsole(hub.url, ned.token)
  await opened.page.goto(`${hub.url}/portal/mcp`)
  await opened.page.getByText('You have no access to a Hub').waitFor()
})

const looks: readonly Look[] = [
  { width: 1280, colorScheme: 'dark' },
  { width: 390, colorScheme: 'dark', rules: 'structure' },
  { width: 820, colorScheme: 'light', rules: 'colours' },
]
const wrong = lookedOver(looks, async (lookAt) => {
  const made = await ann.call('POST', '/api/v1/auths/api_keys', { name: 'seen', expires_at: null })
  assert.equal((await listTools(made.api_key)).status, 200)
  await using opened = await openConsole(hub.url, ann.token)
  const { page, browser } = opened
  await page.goto(`${hub.url}/portal/mcp`)
  await page
    .getByRole('row', { name: /ann\.lee/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'New key' }).click()
  await lookAt(page, 'the form')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('textbox', { name: 'Key “Claude Code”' }).waitFor()
  await lookAt(page, 'the key')
  assert.deepEqual(browser.complaints, [])
})

/** The first test that runs visits the pages in all window sizes, which is slow. */
const LONG = { timeout: 180_000 }
for (const look of looks)
  test(
    `the MCP page with a key and users has no finding, ${look.width} px wide and ${look.colorScheme} [console-app.axe]`,
    LONG,
    async () => assert.deepEqual(await wrong(look), []),
  )
