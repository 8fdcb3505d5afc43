import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { encodeRecord, type JournalRecord } from '#core/inbox/journal/record.ts'
import { startOfProcess, zombie } from '../support/zombie.ts'
import { delivery, inboxOf } from './support.ts'

const EVENT = '1700000000000000000-abcdef01.json'
const MARKER = `ab/${'ab'.repeat(32)}`

async function afterCrash(t: Parameters<typeof inboxOf>[0], records: readonly Partial<JournalRecord>[]) {
  const before = await inboxOf(t)
  await before.inbox.store(delivery('{"n":0}', 'd-0'))
  await before.inbox[Symbol.asyncDispose]()
  const journal = join(before.folder, '.inbound/journal/oldboot-1-1-0.log')
  const encoded = records.map((record) =>
    encodeRecord(
      {
        endpoint: null,
        event: EVENT,
        markers: [MARKER],
        content: Buffer.from('{"body":{"n":1}}'),
        ...record,
      },
      3,
    ),
  )
  writeFileSync(journal, Buffer.concat([...encoded, Buffer.alloc(4096)]))
  const inboxFolder = join(before.folder, '.inbound/webhooks/webhook')
  return { folder: before.folder, inboxFolder, reopen: () => inboxOf(t, { hubFolder: before.folder }) }
}

test('an acknowledged event that a power cut took is back after a start, and still a duplicate', async (t) => {
  const { reopen } = await afterCrash(t, [{}])
  const { inbox, bodies, markers, journals, seen } = await reopen()
  await inbox.store(delivery('{"n":2}', 'd-2'))
  assert.deepEqual(await bodies(), [{ n: 1 }, { n: 0 }, { n: 2 }])
  assert.equal(markers().filter((marker) => marker === `ids/${'ab'.repeat(16)}`).length, 1)
  assert.deepEqual(journals(), [])
  assert.equal(seen.restored, 1)
})

for (const state of ['', '.processed', '.quarantine'])
  test(`an event that is in ${state || 'the inbox'} is not brought back`, async (t) => {
    const { reopen, inboxFolder } = await afterCrash(t, [{}])
    mkdirSync(join(inboxFolder, state), { recursive: true })
    writeFileSync(join(inboxFolder, state, EVENT), '{"body":{"n":1}}')
    const { inbox, seen, everything } = await reopen()
    await inbox.store(delivery('{"n":2}', 'd-2'))
    assert.equal(seen.restored, 0)
    assert.equal(everything().filter((path) => path.endsWith(EVENT)).length, 1)
  })

test('an event whose name survived without its bytes is written again', async (t) => {
  const { reopen, inboxFolder } = await afterCrash(t, [{}])
  writeFileSync(join(inboxFolder, EVENT), '{"body":{"n":1}}')
  truncateSync(join(inboxFolder, EVENT), 0)
  const { inbox, bodies } = await reopen()
  await inbox.store(delivery('{"n":2}', 'd-2'))
  assert.deepEqual((await bodies())[0], { n: 1 })
})

test('the journal of a process that still runs is left alone', async (t) => {
  const { reopen, folder } = await afterCrash(t, [{}])
  const journal = join(folder, '.inbound/journal')
  const running = await inboxOf(t, { journalBytes: 64 * 1024 })
  // The journal opens in the background during the first deliveries.
  for (let n = 0; running.journals().length === 0; n++) await running.inbox.store(delivery('{}', `d-${n}`))
  const own = basename(running.journals()[0]!)
  renameSync(join(journal, 'oldboot-1-1-0.log'), join(journal, own))
  const { inbox, seen, journals } = await reopen()
  await inbox.store(delivery('{"n":2}', 'd-3'))
  assert.equal(seen.restored, 0)
  assert.equal(journals().length, 1)
})

test('the journal of an ended process is taken over even if no process waited for its end', async (t) => {
  const { reopen, folder } = await afterCrash(t, [{}])
  const pid = await zombie(t)
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
  const journal = join(folder, '.inbound/journal')
  renameSync(join(journal, 'oldboot-1-1-0.log'), join(journal, `${boot}-${pid}-${startOfProcess(pid)}-0.log`))
  const { inbox, seen } = await reopen()
  await inbox.store(delivery('{"n":2}', 'd-2'))
  assert.equal(seen.restored, 1)
})

test('a truncated journal, or a journal with foreign bytes, yields its intact part and blocks nothing', async (t) => {
  const second = '1700000000000000001-abcdef02.json'
  const { reopen, folder } = await afterCrash(t, [{}, { event: second, markers: [`cd/${'cd'.repeat(32)}`] }])
  truncateSync(join(folder, '.inbound/journal/oldboot-1-1-0.log'), 180)
  writeFileSync(join(folder, '.inbound/journal/oldboot-1-1-1.log'), Buffer.alloc(100, 0xff))
  const { inbox, pending, journals } = await reopen()
  await inbox.store(delivery('{"n":2}', 'd-2'))
  assert.equal((await pending()).includes(second), false)
  assert.equal((await pending()).includes(EVENT), true)
  assert.deepEqual(journals(), [])
})

test('an inbox that can be used only later recovers then', async (t) => {
  const { reopen, inboxFolder } = await afterCrash(t, [{}])
  renameSync(inboxFolder, `${inboxFolder}.aside`)
  writeFileSync(inboxFolder, 'a file')
  const { inbox, seen, bodies } = await reopen()
  await assert.rejects(inbox.store(delivery('{"n":2}', 'd-2')), /not a folder/)
  rmSync(inboxFolder)
  renameSync(`${inboxFolder}.aside`, inboxFolder)
  assert.equal((await inbox.store(delivery('{"n":2}', 'd-2'))).outcome, 'stored')
  assert.equal(seen.restored, 1)
  assert.equal((await bodies()).length, 3)
})
