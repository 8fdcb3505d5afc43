import assert from 'node:assert/strict'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { noticesOf } from '../support/inboxes.ts'
import { heading, openConsole } from './console-page.ts'
import { until } from '../support/until.ts'
import { startWork } from './started-work.ts'

const work = await startWork({
  'tasks/orders.md':
    "---\non_webhook: shop\nwhen: event.body.kind == 'order'\nrun_as: ann.lee@example.org\nrun: scripts/orders.sh\n---\n",
  'tasks/broken.md': 'Mended: while a file is broken, nothing is passed over.\n',
})
after(() => work[Symbol.asyncDispose]())
const { hub, slug, ann } = work
await appendFile(join(hub.folder, '.env'), 'SHOP_SECRET=for the shop\n')
await mkdir(join(hub.folder, 'inbound'), { recursive: true })
await writeFile(
  join(hub.folder, 'inbound/webhooks.yaml'),
  'endpoints:\n  - { name: shop, secret_env: SHOP_SECRET }\n  - { name: closed, secret_env: NOT_SET, mode: hmac }\n',
)
const shop = `${hub.url}/webhooks/${slug}/shop`
const deliver = async (body: unknown) => {
  const headers = { 'x-webhook-secret': 'for the shop', 'content-type': 'application/json' }
  const answer = await fetch(shop, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.text()
}

test('each endpoint of a Hub has its board, its test and its notice; events without a listener are unmatched [console-app.endpoints]', async () => {
  await until(async () => (await deliver({ kind: 'order', n: 1 })) === 'ok')
  assert.equal(await deliver({ kind: 'refund', n: 2 }), 'ok')
  const refused = await fetch(shop, {
    method: 'POST',
    headers: { 'stripe-signature': 't=1,v1=x' },
    body: '{}',
  })
  assert.equal(refused.status, 403)
  for (const body of ['{"sub":1}', '{"sub":2}']) {
    const headers = { 'x-webhook-secret': 'for the shop', 'x-webhook-id': 'subscription-1' }
    assert.equal((await fetch(shop, { method: 'POST', headers, body })).status, 200)
  }
  await until(async () => (await noticesOf({ hubFolder: hub.folder }))['shop']?.otherBodies === 1)
  await using opened = await openConsole(hub.url, ann.token)
  const { page, browser } = opened
  await page.goto(`${hub.url}/portal/inbox`)
  await heading(page, 'Inbox').waitFor()
  await page.getByRole('button', { name: 'Endpoint', exact: true }).click()
  await page
    .getByRole('option', { name: 'shop' })
    .or(page.getByRole('menuitemradio', { name: 'shop' }))
    .click()
  await page.getByText(shop, { exact: true }).waitFor()
  await page.getByText('1 delivery was refused').click()
  await page.getByText('does not use: stripe-signature').waitFor()
  await page.getByText('1 delivery was ignored as a duplicate by id').waitFor()
  await page.getByText('The id was in x-webhook-id').waitFor()
  const unmatched = page.getByRole('region', { name: 'Unmatched' }).first()
  await unmatched.getByText('n: 2').waitFor()
  await page.getByText('n: 1').first().waitFor() // two columns show the event while it moves

  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('The receiver answered 200 ok.').first().waitFor()
  await page.getByText('hello: hub').first().waitFor()

  await page.goto(`${hub.url}/portal/inbox?endpoint=closed`)
  await page.getByText('NOT_SET=…').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Send a test' }).isDisabled())
  assert.deepEqual(browser.complaints, [])
})
