import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { LOOKS, lookedOver } from '../support/accessibility.ts'
import { boxOf, heading, openConsole, visit } from './console-page.ts'
import { codeSampleText } from './inbox-page.ts'
import { until } from '../support/until.ts'
import { SECRET, startWork } from './started-work.ts'

/** The task is disabled, so deliveries stay pending. */
const work = await startWork({
  'tasks/orders.md':
    '---\non_webhook: true\nenabled: false\nrun_as: ann.lee@example.org\nrun: scripts/orders.sh\n---\n',
})
after(() => work[Symbol.asyncDispose]())
const { hub, slug, ann } = work
const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page, browser } = opened

const column = (name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, level: 2 }) })

test('an arriving delivery slides in, and can be quarantined, released and replayed [console-app.inbox]', async () => {
  await visit(page, `${hub.url}/portal/inbox`)
  await heading(page, 'Inbox').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  assert.equal(await work.deliver({ order: 'live' }, '?kind=push&token=hidden'), 'ok')
  const pending = column('Pending')
  await pending.getByText('order: live').waitFor()

  await pending.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Quarantine…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quarantine' }).click()
  await column('Quarantined').getByText('order: live').waitFor()
  await pending.getByText('No pending events.').waitFor()
  const release = await boxOf(column('Quarantined').getByRole('button', { name: 'Release all' }))
  const frame = await boxOf(column('Quarantined'))
  assert.ok(release.x + release.width <= frame.x + frame.width, 'it stays in its column')
  const heights = await page
    .locator('section > header')
    .evaluateAll((heads) => heads.map((head) => head.clientHeight))
  assert.equal(new Set(heights).size, 1, `the heads of the columns are equally high: ${heights.join()}`)

  await column('Quarantined').getByRole('link').first().click()
  await heading(page, 'order: live').waitFor()
  assert.equal(await codeSampleText(page, 'Body'), '{\n  "order": "live"\n}')
  await page.getByText('kind=push').waitFor()
  assert.equal(await page.getByText('hidden').count(), 0)
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await page.getByText('Pending', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByText('Stored a copy as a new event.').first().waitFor()
  await page.getByRole('link', { name: 'Inbox' }).last().click()
  await until(async () => (await pending.getByText('order: live').count()) === 2)
  assert.deepEqual(browser.complaints, [])
})

test('a test is sent from the page, and the page never holds the secret [console-app.inbox]', async () => {
  const texts: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/portal/api/') && !response.url().includes('/live'))
      void response.text().then(
        (text) => texts.push(text),
        () => {},
      )
  })
  await visit(page, `${hub.url}/portal/inbox`)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByLabel('Body').fill('{"from":"the page"}')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('The receiver answered 200 ok.').first().waitFor()
  await column('Pending').getByText('from: the page').waitFor()
  await page.getByRole('button', { name: 'Connect a sender' }).click()
  for (const sender of ['curl', 'GitHub', 'GitLab', 'Stripe and similar senders', 'Standard Webhooks']) {
    await page.getByRole('tab', { name: sender }).click()
    assert.match(
      await codeSampleText(page, `Settings for ${sender}`),
      new RegExp(`/webhooks/${slug}/webhook`),
    )
  }
  assert.ok(texts.length > 0)
  assert.ok(![...texts, await page.content()].some((text) => text.includes(SECRET)))
})

test('a person waits for one test delivery and sees why one is refused, then what a task would read [console-app.inbox] [inbox.wait]', async () => {
  await visit(page, `${hub.url}/portal/inbox`)
  await page.getByRole('button', { name: 'Receive a test' }).click()
  const address = await codeSampleText(page, 'Test address for the sender')
  const deliver = (secret: string) =>
    fetch(`${hub.url}${new URL(address).pathname}`, {
      method: 'POST',
      headers: { 'x-webhook-secret': secret, 'content-type': 'application/json' },
      body: '{"order":"at the test address"}',
    })
  await page.getByText(/^Waiting for a delivery until/).waitFor()
  assert.equal((await deliver('wrong')).status, 403)
  await page.getByText('A delivery was refused').waitFor()
  assert.equal((await deliver(SECRET)).status, 200)
  await page.getByText(/^The delivery arrived\. No task or workflow/).waitFor()
  assert.match(await codeSampleText(page, 'Event'), /"order": "at the test address"/)
  await page.getByRole('button', { name: 'Wait again' }).click()
  await page.getByText(/^Waiting for a delivery until/).waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await page.getByText('order: at the test address').count(), 0, 'nothing is stored')
})

test('the inbox keeps its filter in the address, and a keyboard opens an event [console-app.inbox]', async () => {
  await work.deliver({ order: 'keyboard' })
  await visit(page, `${hub.url}/portal/inbox?state=pending`)
  const link = page.getByRole('link', { name: 'order: keyboard' })
  await link.focus()
  await page.keyboard.press('Enter')
  await heading(page, 'order: keyboard').waitFor()
  await page.goBack()
  await page.getByRole('table', { name: 'Inbox' }).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('state'), 'pending')
})

const wrong = lookedOver(LOOKS, async (lookAt) => {
  const { items } = await ann.call('GET', `/portal/api/inbox/events?hub=${slug}`)
  for (const [path, title, ...acts] of [
    ['/inbox', 'Inbox', 'Connect a sender', 'Send a test', 'Receive a test'],
    ['/inbox?state=pending', 'Inbox'],
    [`/inbox/${items[0].event}?hub=${slug}`, items[0].title],
    ['/workflows', 'Workflows', 'Run now: slow'],
    ['/runs', 'Runs'],
  ] as const) {
    await visit(page, `${hub.url}/portal${path}`)
    await heading(page, title).waitFor()
    await page.locator('[aria-hidden].animate-breathe').first().waitFor({ state: 'detached' })
    await lookAt(page, path)
    for (const act of acts) {
      await page.getByRole('button', { name: act }).click()
      await page.getByRole('dialog').waitFor()
      await lookAt(page, `${path} ${act}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  }
  assert.deepEqual(browser.complaints, [])
})

/** The first test that runs visits the pages in all window sizes, which is slow. */
const LONG = { timeout: 180_000 }
for (const look of LOOKS)
  test(
    `no page about work has a finding, ${look.width} px wide and ${look.colorScheme} [console-app.axe]`,
    LONG,
    async () => assert.deepEqual(await wrong(look), []),
  )
