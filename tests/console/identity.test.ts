import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { ChannelMessageState } from '#features/messaging/schema.ts'
import { RosterPage, StrangersPage } from '#features/messaging/roster/schema.ts'
import { checkSenders } from '../../src/cli/checks/senders.ts'
import { until } from '../support/until.ts'
import { refusal, startCast } from './cast.ts'

const hub = await startCast({ after }, { files: { 'identity/access.csv': 'surface,handle,email,name\n' } })
const { dan, olga, pat } = hub
const file = join(hub.folder, 'Garden/identity/access.csv')
const PEOPLE = `surface,handle,email,name\nchata,+1 555 0100,${pat.email},Pat\n*,u7,nobody@example.org,\n`

const roster = async (query = '') => {
  const { json, status, text } = await dan.get(`/roster?hub=garden${query}`)
  assert.equal(status, 200, text)
  return RosterPage.parse(json)
}
const strangers = async () => StrangersPage.parse((await dan.get('/strangers?hub=garden')).json)

async function write(lines: string, isRead: (page: RosterPage) => boolean): Promise<RosterPage> {
  await writeFile(file, lines)
  await until(async () => isRead(await roster()))
  return roster()
}

let count = 0
async function wrote(
  handle: string,
  at: number,
  of: { email?: string; state: ChannelMessageState; reason?: string; hub?: string },
): Promise<string> {
  const id = `m${++count}`
  await hub.store.db
    .insertInto('messages')
    .values({
      hub: 'garden',
      channel: 'chata',
      conversation: handle,
      id,
      key: id,
      arrival: id,
      handles: JSON.stringify([handle]),
      text: 'Hello',
      media: '[]',
      is_addressed: 1,
      attempts: 0,
      written_at_ms: at,
      received_at_ms: at,
      due_at_ms: at,
      ended_at_ms: at,
      ...of,
    })
    .execute()
  return id
}

test('the roster is shown with accounts and each person’s last message time [messaging.who]', async () => {
  await wrote('15550100', 1_000, { email: pat.email, state: 'failed' })
  const last = await wrote('15550100', 2_000, { email: pat.email, state: 'sent' })
  await wrote('15550100', 3_000, { email: pat.email, state: 'sent', hub: 'orchard' })
  const before = Date.now()
  const page = await write(PEOPLE, ({ total }) => total === 2)
  assert.deepEqual([page.file, page.problems], ['identity/access.csv', []])
  assert.ok(Date.parse(page.read_at!) >= before)
  assert.deepEqual(
    page.items.map(({ surface, handle, line, has_account }) => [surface, handle, line, has_account]),
    [
      ['chata', '+1 555 0100', 2, true],
      ['*', 'u7', 3, false],
    ],
  )
  assert.deepEqual(
    page.items.map((entry) => entry.last),
    [{ id: last, state: 'sent', received_at: new Date(2_000).toISOString() }, null],
  )
  assert.deepEqual(
    (await roster('&search=NOBODY')).items.map(({ handle }) => handle),
    ['u7'],
  )
  const second = await roster('&limit=1&offset=1')
  assert.deepEqual([second.total, second.items.map(({ handle }) => handle)], [2, ['u7']])
})

test('a mistake is shown with its line, and no person is known [messaging.who]', async () => {
  const { items, problems } = await write(`${PEOPLE}pigeon,1,a@example.org,\n`, ({ total }) => total === 0)
  assert.deepEqual(items, [])
  assert.deepEqual(
    problems.map(({ file, line }) => [file, line]),
    [['identity/access.csv', 4]],
  )
  assert.match(problems[0]!.message, /^surface is neither/)
})

test('an unknown sender is shown once, with the current owner of the handle [messaging.who]', async () => {
  await write(PEOPLE, ({ total }) => total === 2)
  const unknown = { state: 'refused', reason: 'unknown sender' } as const
  await wrote('15550199', 4_000, unknown)
  await wrote('15550199', 6_000, unknown)
  await wrote('15550100', 5_000, unknown)
  await wrote('15550198', 7_000, { state: 'refused', reason: 'blocked' })
  await wrote('15550197', 8_000, { ...unknown, hub: 'orchard' })
  const { items, total } = await strangers()
  assert.equal(total, 2)
  assert.deepEqual(
    items.map(({ handle, messages, email, last_at }) => [handle, messages, email, Date.parse(last_at)]),
    [
      ['15550199', 2, null, 6_000],
      ['15550100', 1, pat.email, 5_000],
    ],
  )
})

test('of a stranger it is said which line has almost their number [messaging.who]', async () => {
  await write(`${PEOPLE}*,0151 23456789,near@example.org,\n`, ({ total }) => total === 3)
  await wrote('4915123456789', 9_000, { state: 'refused', reason: 'unknown sender' })
  const { items } = await strangers()
  assert.deepEqual(
    items.map(({ handle, near }) => [handle, near]),
    [
      ['4915123456789', [{ line: 4, as: '0151 23456789' }]],
      ['15550199', []],
      ['15550100', []],
    ],
  )
  const found = await checkSenders(hub.store, join(hub.folder, 'Garden'), { environment: {} })
  assert.deepEqual(
    found.map(({ status, subject }) => [status, subject]),
    [['warn', 'identity/access.csv:4']],
  )
})

test('handles are shown to those who manage the Hub only [messaging.who]', async () => {
  for (const path of ['/roster?hub=garden', '/strangers?hub=garden']) {
    assert.deepEqual(refusal(await olga.get(path)), [403, 'outside_ceiling'])
    assert.deepEqual(refusal(await pat.get(path)), [403, 'forbidden'])
  }
})

test('without a roster there is no file, and nothing wrong [messaging.who]', async () => {
  await rm(file)
  await until(async () => (await roster()).file === null)
  const { items, problems, read_at } = await roster()
  assert.deepEqual([items, problems, read_at], [[], [], null])
})
