import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { delivery, filesBelow, inboxOf } from './support.ts'

const MIB = 1024 * 1024

for (const [how, journalBytes] of [
  ['with a journal', MIB],
  ['one by one', 0],
] as const) {
  test(`${how}: a delivery is a file with markers of its id and its body once it is stored`, async (t) => {
    const { inbox, bodies, markers, everything } = await inboxOf(t, { journalBytes })
    const stored = await inbox.store(delivery('{"a":1}', 'd-1'))
    assert.equal(stored.outcome, 'stored')
    assert.deepEqual(await bodies(), [{ a: 1 }])
    assert.equal(markers().length, 2)
    assert.equal(everything().length, 1, 'no temporary file is left')
  })

  test(`${how}: a repeat is a duplicate, whichever process stored the first [webhook.dedup-id]`, async (t) => {
    const first = await inboxOf(t, { journalBytes })
    await first.inbox.store(delivery('{"a":1}', 'd-1'))
    await first.inbox[Symbol.asyncDispose]()
    const second = await inboxOf(t, { journalBytes, hubFolder: first.folder })
    second.clock.advance(365 * 24 * 3_600_000)
    assert.equal((await second.inbox.store(delivery('{"b":2}', 'd-1'))).outcome, 'duplicate')
    assert.equal((await second.pending()).length, 1)
  })

  test(`${how}: a repeat is a duplicate also while the process that stored the first still runs [webhook.dedup-id]`, async (t) => {
    const first = await inboxOf(t, { journalBytes })
    const second = await inboxOf(t, { journalBytes, hubFolder: first.folder })
    for (let n = 0; n < 3; n++) {
      await first.inbox.store(delivery(`{"n":${n}}`, `d-${n}`))
      assert.equal((await second.inbox.store(delivery('{}', `d-${n}`))).outcome, 'duplicate')
      assert.equal((await second.inbox.store(delivery(`{"n":${n}}`))).outcome, 'duplicate', 'its body')
    }
    assert.equal((await second.pending()).length, 3)
  })

  test(`${how}: without an id a body repeats within its window and the next [webhook.dedup-window]`, async (t) => {
    const { inbox, clock, pending } = await inboxOf(t, { journalBytes })
    const store = async () => (await inbox.store(delivery('{"a":1}'))).outcome
    assert.equal(await store(), 'stored')
    assert.equal(await store(), 'duplicate')
    clock.advance(10 * 60_000)
    assert.equal(await store(), 'duplicate')
    clock.advance(10 * 60_000)
    assert.equal(await store(), 'stored', 'the repeat left no mark of its own')
    assert.equal((await pending()).length, 2)
  })

  test(`${how}: of a hundred copies at once one is stored [webhook.in-progress]`, async (t) => {
    const { inbox, pending } = await inboxOf(t, { journalBytes })
    const copies = Array.from({ length: 100 }, () => inbox.store(delivery('{"a":1}', 'd-1')))
    const outcomes = (await Promise.all(copies)).map(({ outcome }) => outcome)
    assert.equal(outcomes.filter((outcome) => outcome === 'stored').length, 1)
    assert.ok(outcomes.every((outcome) => ['stored', 'in-progress', 'duplicate'].includes(outcome)))
    assert.equal((await pending()).length, 1)
  })

  test(`${how}: copies that come together after the first was stored are all duplicates [webhook.repeats-together]`, async (t) => {
    const { inbox } = await inboxOf(t, { journalBytes })
    await inbox.store(delivery('{"a":1}', 'd-1'))
    const copies = await Promise.all(
      Array.from({ length: 20 }, () => inbox.store(delivery('{"a":1}', 'd-1'))),
    )
    assert.ok(copies.every(({ outcome }) => outcome === 'duplicate'))
  })

  test(`${how}: different deliveries at once are all stored, in names of rising order`, async (t) => {
    const { inbox, bodies, everything } = await inboxOf(t, { journalBytes })
    const numbers = Array.from({ length: 500 }, (_, index) => index)
    await Promise.all(numbers.map((n) => inbox.store(delivery(String(n), `d-${n}`))))
    assert.deepEqual(
      (await bodies()).toSorted((a, b) => Number(a) - Number(b)),
      numbers,
    )
    assert.equal(everything().length, 500)
  })

  test(`${how}: no other user may read events [inbox.modes]`, async (t) => {
    const { inbox, folder, everything, pending } = await inboxOf(t, { journalBytes })
    await inbox.store(delivery('{"a":1}', 'd-1'))
    await pending()
    for (const file of [...everything(), ...filesBelow(join(folder, '.inbound/dedup'))])
      assert.equal(statSync(file).mode & 0o777, 0o600)
    for (const path of ['', 'webhooks', 'webhooks/webhook', 'dedup', 'journal'])
      assert.equal(statSync(join(folder, '.inbound', path)).mode & 0o777, 0o700, path)
  })

  test(`${how}: while the inbox is something else, nothing is stored or written elsewhere; then it works again [webhook.marked-after-storing]`, async (t) => {
    const { inbox, folder, markers, pending } = await inboxOf(t, { journalBytes })
    await inbox.store(delivery('{"n":0}', 'd-0'))
    const real = join(folder, '.inbound/webhooks/webhook')
    const elsewhere = join(folder, 'elsewhere')
    mkdirSync(elsewhere)
    renameSync(real, `${real}.aside`)
    for (const replace of [
      () => writeFileSync(real, ''),
      () => symlinkSync(elsewhere, real),
      () => execFileSync('mkfifo', [real]),
    ]) {
      replace()
      await assert.rejects(inbox.store(delivery('{"n":1}', 'd-1')), /not a folder/)
      rmSync(real)
    }
    assert.deepEqual(statSync(elsewhere).nlink, 2)
    renameSync(`${real}.aside`, real)
    assert.equal(markers().length, 2)
    assert.equal((await inbox.store(delivery('{"n":1}', 'd-1'))).outcome, 'stored')
    assert.equal((await pending()).length, 2)
  })

  test(`${how}: a marker that can't be written takes the event back [webhook.marked-after-storing]`, async (t) => {
    const { inbox, folder, everything, bodies } = await inboxOf(t, { journalBytes })
    await inbox.store(delivery('{"n":0}', 'd-0'))
    const dedup = join(folder, '.inbound/dedup')
    renameSync(dedup, `${dedup}.aside`)
    writeFileSync(dedup, '')
    await assert.rejects(inbox.store(delivery('{"n":1}', 'd-1')))
    rmSync(dedup)
    renameSync(`${dedup}.aside`, dedup)
    assert.equal(everything().length, 1)
    await inbox[Symbol.asyncDispose]()
    const again = await inboxOf(t, { journalBytes, hubFolder: folder })
    assert.equal((await again.inbox.store(delivery('{"n":1}', 'd-1'))).outcome, 'stored')
    assert.deepEqual(await bodies(), [{ n: 0 }, { n: 1 }])
  })
}

test('names keep rising after the clock was set back during a restart, also above processed events [inbox.names]', async (t) => {
  const first = await inboxOf(t)
  first.clock.advance(3_600_000)
  await first.inbox.store(delivery('{"n":1}', 'd-1'))
  const [processed] = await first.pending()
  await first.stored.move([processed!], 'pending', 'processed')
  await first.inbox[Symbol.asyncDispose]()
  const second = await inboxOf(t, { hubFolder: first.folder })
  await second.inbox.store(delivery('{"n":2}', 'd-2'))
  await second.inbox.store(delivery('{"n":3}', 'd-3'))
  const names = await second.pending()
  assert.ok(processed! < names[0]!, `${processed} is before ${names[0]}`)
  assert.deepEqual(await second.bodies(), [{ n: 2 }, { n: 3 }])
})

test('foreign files, pipes and folders in the inbox’s folders disturb nothing', async (t) => {
  const first = await inboxOf(t, { journalBytes: MIB })
  await first.inbox.store(delivery('{}', 'd-1'))
  await first.inbox[Symbol.asyncDispose]()
  const root = join(first.folder, '.inbound')
  const [event] = await first.pending()
  writeFileSync(join(root, 'webhooks/webhook', event!), '{"torn')
  mkdirSync(join(root, 'webhooks/webhook/9999999999999999999-ab.json'))
  for (const path of ['journal/pipe.log', 'webhooks/webhook/pipe.json', 'dedup/pipe'])
    execFileSync('mkfifo', [join(root, path)])
  const second = await inboxOf(t, { journalBytes: MIB, hubFolder: first.folder })
  assert.equal((await second.inbox.store(delivery('{}', 'd-1'))).outcome, 'duplicate')
  assert.equal((await second.inbox.store(delivery('{}', 'd-2'))).outcome, 'stored')
  assert.deepEqual(second.seen.failures, [])
})

test('markers of windows that are over are swept, those of ids stay', async (t) => {
  const { inbox, clock, markers } = await inboxOf(t)
  await inbox.store(delivery('{"a":1}'))
  await inbox.store(delivery('{"a":1}', 'd-1'))
  assert.equal(markers().length, 2, 'they share the marker of their body')
  clock.advance(30 * 60_000)
  await inbox.store(delivery('{"a":2}', 'd-2'))
  await inbox[Symbol.asyncDispose]()
  assert.equal(markers().filter((marker) => !marker.includes('window-')).length, 2)
  assert.equal(markers().length, 3, 'and the last one’s body')
})

test('a larger event than the journal takes is stored beside it', async (t) => {
  const { inbox, bodies } = await inboxOf(t, { journalBytes: MIB })
  const large = 'x'.repeat(2 * MIB)
  await inbox.store(delivery(JSON.stringify(large), 'd-1'))
  assert.deepEqual(await bodies(), [large])
})

test('a journal that is full goes round without losing an event', async (t) => {
  const { inbox, pending, folder, seen, journals } = await inboxOf(t, { journalBytes: 64 * 1024 })
  const numbers = Array.from({ length: 1000 }, (_, index) => index)
  for (let start = 0; start < 1000; start += 50)
    await Promise.all(
      numbers
        .slice(start, start + 50)
        .map((n) => inbox.store(delivery(`{"n":${n},"fill":"${'x'.repeat(500)}"}`, `d-${n}`))),
    )
  assert.equal((await pending()).length, 1000)
  await inbox[Symbol.asyncDispose]()
  assert.deepEqual(journals(), [], 'a clean end leaves no journal')
  const again = await inboxOf(t, { hubFolder: folder, journalBytes: 64 * 1024 })
  assert.equal((await again.inbox.store(delivery('{}', 'd-7'))).outcome, 'duplicate')
  assert.equal(again.seen.restored, 0)
  assert.deepEqual(seen.failures, [])
})

test('temporary files untouched for two days are removed at a start; younger ones and others stay', async (t) => {
  const first = await inboxOf(t)
  await first.inbox.store(delivery('{}', 'd-1'))
  await first.inbox[Symbol.asyncDispose]()
  const inboxFolder = join(first.folder, '.inbound/webhooks/webhook')
  const name = '.1700000000000000000-abcdef01.json'
  writeFileSync(join(inboxFolder, name), 'torn')
  writeFileSync(join(inboxFolder, '.keep'), '')
  chmodSync(join(inboxFolder, '.keep'), 0o600)
  const young = await inboxOf(t, { hubFolder: first.folder })
  young.clock.advance(Date.now() - young.clock.now())
  await young.inbox.store(delivery('{}', 'd-2'))
  assert.equal(
    young.everything().some((path) => path.endsWith(name)),
    true,
  )
  await young.inbox[Symbol.asyncDispose]()
  const old = await inboxOf(t, { hubFolder: first.folder })
  old.clock.advance(Date.now() + 48 * 3_600_000 - old.clock.now())
  await old.inbox.store(delivery('{}', 'd-3'))
  assert.equal(
    old.everything().some((path) => path.endsWith(name)),
    false,
  )
  assert.equal(
    old.everything().some((path) => path.endsWith('.keep')),
    true,
  )
})

test('one by one and with a journal: a copy without the id waits while the first is stored', async (t) => {
  for (const journalBytes of [0, MIB]) {
    const { inbox, bodies } = await inboxOf(t, { journalBytes })
    const all = await Promise.all([
      inbox.store(delivery('{"n":1}', 'd-1')),
      inbox.store(delivery('{"n":1}')),
      inbox.store(delivery('{"n":1}', 'd-2')),
      inbox.store(delivery('{"n":2}')),
    ])
    assert.deepEqual(
      all.map(({ outcome }) => outcome),
      ['stored', 'in-progress', 'stored', 'stored'],
    )
    assert.equal((await inbox.store(delivery('{"n":1}'))).outcome, 'duplicate')
    assert.equal((await bodies()).length, 3)
  }
})

test('a failing delivery withdraws its own markers and not those of a delivery with the same body', async (t) => {
  const { inbox, folder, markers } = await inboxOf(t)
  await inbox.store(delivery('{"n":1}', 'd-1'))
  const before = markers()
  const aside = join(folder, '.inbound/webhooks/webhook')
  renameSync(aside, `${aside}.aside`)
  writeFileSync(aside, '')
  await assert.rejects(inbox.store(delivery('{"n":1}', 'd-2')))
  assert.deepEqual(markers(), before)
})

test('endpoints of one Hub share a journal, and each event comes back where it belongs [inbox.endpoints]', async (t) => {
  const { inboxes, folder, journals } = await inboxOf(t, { journalBytes: MIB })
  for (let n = 0; journals().length === 0; n++)
    await inboxes.store('webhook', delivery(`{"n":${n}}`, `w-${n}`))
  const stored = await inboxes.store('größe', delivery('{"n":1}', 'd-1'))
  assert.equal(
    (await inboxes.store('webhook', delivery('{"n":1}', 'd-1'))).outcome,
    'stored',
    'ids are an endpoint’s own',
  )
  const [journal] = journals()
  const copy = join(folder, 'left-behind')
  copyFileSync(journal!, copy)
  await inboxes[Symbol.asyncDispose]()
  const event = join(folder, '.inbound/webhooks/größe', (stored as { event: string }).event)
  rmSync(event)
  renameSync(copy, join(folder, '.inbound/journal/oldboot-1-1-0.log'))
  const again = await inboxOf(t, { journalBytes: MIB, hubFolder: folder })
  assert.equal((await again.inboxes.store('größe', delivery('{"n":1}', 'd-1'))).outcome, 'duplicate')
  assert.ok(existsSync(event))
  assert.equal(again.seen.restored, 1)
})
