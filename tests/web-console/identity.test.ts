import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { apply } from '#features/messaging/receive/apply.ts'
import { openStore } from '#ground/store/store.ts'
import { LOOKS, lookedOver } from '../support/accessibility.ts'
import { until } from '../support/until.ts'
import { heading, openConsole, visit } from './console-page.ts'
import { ANN, startSeeded } from './started-console.ts'
import { storeOf } from '../support/own-services.ts'

const { hub, slug, ann, bob, cleo, ...started } = await startSeeded()
after(() => started[Symbol.asyncDispose]())
const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page, browser } = opened

const HEADER = 'surface,handle,email,name'
const LONG = 'Bartholomew Featherstonehaugh-Cholmondeley of the Northern Allotments'

async function writeRoster(...lines: readonly string[]): Promise<void> {
  await mkdir(join(hub.folder, 'identity'), { recursive: true })
  await writeFile(join(hub.folder, 'identity/access.csv'), [HEADER, ...lines, ''].join('\n'))
}

const roster = (query = '') => ann.call('GET', `/portal/api/roster?hub=${slug}${query}`)

async function wrote(
  { handle, name, times = 1 }: { handle: string; name: string; times?: number },
  end: { state: 'refused' | 'sent'; email?: string; reason?: string },
): Promise<void> {
  await using store = await openStore(await storeOf(join(hub.folder, '.svc')))
  for (let n = 0; n < times; n++)
    await store.transaction(async (tx) => {
      const now = Date.now()
      const id = `${handle}-${n}`
      const incoming = {
        kind: 'message',
        id,
        conversation: { id: handle, kind: 'private', name: null },
        sender: { handles: [handle], name },
        at: now,
        text: 'Hello',
        media: [],
        replyTo: null,
        isAddressed: true,
      } as const
      const applied = await apply(tx, { hub: slug, channel: 'chatb', arrival: id, now }, incoming)
      assert.ok(applied.kind === 'received')
      await tx
        .updateTable('messages')
        .set({ reason: null, ...end, ended_at_ms: now })
        .where('id', '=', applied.message)
        .execute()
    })
}

test('a Hub without a roster shows an example [console-app.who]', async () => {
  await visit(page, `${hub.url}/portal/messages`)
  await heading(page, 'Messages').waitFor()
  await page.getByRole('link', { name: 'Who is who' }).first().click()
  await heading(page, 'Who is who').waitFor()
  await page.getByText('This Hub has no roster').waitFor()
  await page.getByText('surface,handle,email,name').first().waitFor()
})

test('the roster is shown as read, with accounts and last messages; a mistake has its line [console-app.who]', async () => {
  await writeRoster(`chatb,42,${ANN.email},Ann Lee`, `*,+1 555 0100,nobody@example.org,${LONG}`)
  await until(async () => (await roster()).total === 2)
  await wrote({ handle: '42', name: 'Ann' }, { state: 'sent', email: ANN.email })
  const { file, problems, items } = await roster()
  assert.deepEqual({ file, problems }, { file: 'identity/access.csv', problems: [] })
  assert.deepEqual(
    items.map(({ surface, handle, line, has_account, last }: any) => ({
      surface,
      handle,
      line,
      has_account,
      last: last?.state ?? null,
    })),
    [
      { surface: 'chatb', handle: '42', line: 2, has_account: true, last: 'sent' },
      { surface: '*', handle: '+1 555 0100', line: 3, has_account: false, last: null },
    ],
  )
  assert.equal((await roster('&search=allotments')).total, 1)

  await page.goto(`${hub.url}/portal/who-is-who`)
  await page.getByText('no account').waitFor()
  await page.getByRole('link', { name: /^Messages of Ann Lee/ }).click()
  await heading(page, 'Messages').waitFor()
  await page.getByRole('link', { name: 'Hello' }).waitFor()

  await writeRoster(`chatb,42,${ANN.email},Ann Lee`, 'chatb,42,other@example.org,Other')
  await until(async () => (await roster()).problems.length > 0)
  assert.deepEqual([(await roster()).items, (await roster()).problems[0].line], [[], 3])
  await page.goto(`${hub.url}/portal/who-is-who`)
  await page.getByRole('alert').getByText('line 3').waitFor()
  await writeRoster(`chatb,42,${ANN.email},Ann Lee`, `*,+1 555 0100,nobody@example.org,${LONG}`)
  await until(async () => (await roster()).total === 2)
})

test('an unknown sender is shown with the handle to enter in the roster [console-app.who]', async () => {
  await wrote({ handle: '77', name: LONG, times: 3 }, { state: 'refused', reason: 'unknown sender' })
  await wrote({ handle: '78', name: 'Blocked' }, { state: 'refused', reason: 'blocked' })
  await visit(page, `${hub.url}/portal/who-is-who`)
  await page.getByRole('radio', { name: 'Unknown' }).click()
  await page.getByText(LONG).waitFor()
  await page.getByRole('button', { name: 'Copy 77' }).waitFor()
  const { items } = await ann.call('GET', `/portal/api/strangers?hub=${slug}`)
  assert.deepEqual(
    items.map(({ channel, handle, messages }: any) => ({ channel, handle, messages })),
    [{ channel: 'chatb', handle: '77', messages: 3 }],
  )
  assert.deepEqual(browser.complaints, [])
})

test('only managers of the Hub see handles [console-app.who]', async () => {
  assert.equal((await bob.call('GET', `/portal/api/roster?hub=${slug}`)).total, 2)
  for (const path of ['roster', 'strangers'])
    await assert.rejects(cleo.call('GET', `/portal/api/${path}?hub=${slug}`), /403/)
})

const wrong = lookedOver(LOOKS, async (lookAt) => {
  for (const query of ['', '?show=strangers']) {
    await visit(page, `${hub.url}/portal/who-is-who${query}`)
    await page.getByText(LONG).waitFor()
    await lookAt(page, `who-is-who${query}`)
  }
})

for (const look of LOOKS)
  test(
    `the identity page has no finding, ${look.width} px wide and ${look.colorScheme} [console-app.axe]`,
    { timeout: 120_000 },
    async () => assert.deepEqual(await wrong(look), []),
  )
