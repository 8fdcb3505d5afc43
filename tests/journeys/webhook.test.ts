import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { codeSampleText } from '../web-console/inbox-page.ts'
import { heading, openConsole } from '../web-console/console-page.ts'
import { SECRET, startWork } from '../web-console/started-work.ts'

const work = await startWork()
after(() => work[Symbol.asyncDispose]())
const { hub, ann } = work

const SEEN_WITHIN_MS = 6_000

test('a delivery sent with the copied curl is a finished run in the Console within two seconds [journey.webhook]', async (t) => {
  await using opened = await openConsole(hub.url, ann.token)
  const { page, browser } = opened
  await page.goto(`${hub.url}/portal/inbox`)
  const command = await codeSampleText(page, 'Settings for curl')
  assert.ok(!command.includes(SECRET), 'the secret is named and never shown')

  await page.goto(`${hub.url}/portal/runs`)
  await page.getByText('No runs yet').waitFor()
  const { stdout } = await promisify(execFile)('bash', ['-c', command], {
    env: { PATH: process.env['PATH'], WEBHOOK_INBOUND_SECRET: SECRET },
  })
  const answeredAt = performance.now()
  assert.equal(stdout, 'ok')
  const row = page.getByRole('row', { name: /orders/ })
  await row.getByText('Succeeded').waitFor()
  const ms = performance.now() - answeredAt
  t.diagnostic(`${Math.round(ms)} ms from ok to the finished run on the page`)
  assert.ok(ms < SEEN_WITHIN_MS, `${Math.round(ms)} ms`)

  await row.getByRole('link').click()
  await heading(page, 'orders').waitFor()
  const output = page.getByRole('log', { name: 'Output' })
  await output.getByText(/"body":\{"hello":"hub"\}/).waitFor()
  await output.getByText(`as ${ann.account.email}`).waitFor()

  await page.getByRole('link', { name: /^\d{19}-[0-9a-f]+\.json$/ }).click()
  await page.getByText('Processed', { exact: true }).waitFor()
  assert.match(await codeSampleText(page, 'Body'), /"hello": "hub"/)
  assert.deepEqual(browser.complaints, [])
})
