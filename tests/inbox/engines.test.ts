import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { folderInboxes } from '#core/inbox/folder-inboxes.ts'
import type { Inbox, Inboxes } from '#core/inbox/inbox.ts'
import { openInbox } from '#core/inbox/open.ts'
import { openStoreInbox } from '#cluster/inbox/inbox.ts'
import { storeInboxes } from '#cluster/inbox/inboxes.ts'
import { folderWith } from '../support/folder.ts'
import { manualClock } from '../support/manual-clock.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { delivery } from './support.ts'
import { createOwnNotifications } from '../support/notifications.ts'

interface Opened {
  clock: ReturnType<typeof manualClock>
  inboxes: Inboxes
  open(): Inbox
}

const events = {
  eventsRestored: () => {},
  inboxFailed: ({ error }: { error: unknown }) => assert.fail(String(error)),
  journalFailed: ({ error }: { error: unknown }) => assert.fail(String(error)),
  fileWriteFailed: ({ error }: { error: unknown }) => assert.fail(String(error)),
}

async function inFolder(t: TestContext): Promise<Opened> {
  const hubFolder = await folderWith(t, {})
  const clock = manualClock()
  return {
    clock,
    inboxes: folderInboxes(hubFolder, clock),
    open: () => openInbox({ hubFolder, endpoints: ['webhook'], clock, events, journalBytes: 0 }),
  }
}

const inStore =
  (backend: (typeof BACKENDS)[number]) =>
  async (t: TestContext): Promise<Opened> => {
    const store = await openTestStore(t, backend)
    const hubFolder = await folderWith(t, {})
    const clock = manualClock()
    return {
      clock,
      inboxes: storeInboxes({
        hub: 'garden',
        hubFolder,
        store,
        clock,
        notifications: createOwnNotifications(),
      }),
      open: () =>
        openStoreInbox({
          hub: 'garden',
          store,
          clock,
          notifications: createOwnNotifications(),
          movedIn: async () => {},
        }),
    }
  }

const ENGINES = [
  { name: 'a folder', open: inFolder, skip: false },
  ...BACKENDS.map((backend) => ({
    name: `a store on ${backend.kind}`,
    open: inStore(backend),
    skip: backend.skip,
  })),
]

for (const { name, open, skip } of ENGINES) {
  const opened = async (t: TestContext) => {
    const { inboxes, clock, ...rest } = await open(t)
    const inbox = rest.open()
    t.after(() => inbox[Symbol.asyncDispose]())
    const send = async (body: string, id: string | null = null, endpoint = 'webhook') => {
      const stored = await inbox.store(endpoint, delivery(body, id))
      clock.advance(1)
      return stored.outcome === 'stored' ? stored.event : stored.outcome
    }
    return { inboxes, clock, inbox, another: rest.open, send, stored: inboxes.of('webhook') }
  }

  test(
    `events stored in ${name} are listed in order of arrival, with unchanged content [inbox.engines]`,
    { skip },
    async (t) => {
      const { send, stored } = await opened(t)
      const names = [await send('{"n":1}'), await send('{"n":22}'), await send('[]', 'three')]
      assert.deepEqual(await stored.list('pending'), names)
      assert.deepEqual(await stored.list('pending', 2), names.slice(0, 2))
      assert.deepEqual(await stored.listCached('pending'), names)
      assert.equal(await stored.count('pending'), 3)
      const content = await stored.read('pending', names[1]!)
      assert.deepEqual(JSON.parse(content!.toString()).body, { n: 22 })
      const beginning = await stored.beginning('pending', names[1]!, 12)
      assert.deepEqual(
        [beginning!.text, beginning!.size],
        [content!.toString().slice(0, 12), content!.length],
      )
      assert.equal(await stored.read('processed', names[1]!), null)
      await assert.rejects(stored.read('pending', names[1]!, 10), /larger than 10 bytes/)
    },
  )

  test(
    `of concurrent copies of a delivery ${name} stores a single one [inbox.engines]`,
    { skip },
    async (t) => {
      const { send, clock, inbox, another } = await opened(t)
      assert.match(await send('{}', 'a'), /json$/)
      assert.equal(await send('{"other":1}', 'a'), 'duplicate')
      assert.match(await send('{}', 'b'), /json$/, 'another id is another delivery')
      assert.equal(await send('{}'), 'duplicate', 'a sender that leaves the id out when it tries again')
      assert.match(await send('{}', 'a', 'github'), /json$/, 'each endpoint by itself')
      clock.advance(20 * 60_000)
      assert.match(await send('{}'), /json$/)
      await using second = another()
      const asked = await Promise.all(
        [inbox, inbox, second, second].map((one) => one.store('webhook', delivery('{"once":1}'))),
      )
      assert.ok(asked.some(({ outcome }) => outcome === 'stored'))
      if (name !== 'a folder') assert.equal(asked.filter(({ outcome }) => outcome === 'stored').length, 1)
    },
  )

  test(`many at once are each stored in ${name} [inbox.engines]`, { skip }, async (t) => {
    const { inbox, inboxes, stored } = await opened(t)
    const names = ['webhook', 'github']
    const all = await Promise.all(
      Array.from({ length: 300 }, (_, n) => inbox.store(names[n % 2]!, delivery(`{"n":${n}}`, String(n)))),
    )
    assert.ok(all.every(({ outcome }) => outcome === 'stored'))
    assert.equal(await stored.count('pending'), 150)
    assert.deepEqual((await inboxes.names()).toSorted(), names.toSorted())
  })

  test(
    `events move between the states in ${name}, and moving them twice changes nothing [inbox.engines]`,
    { skip },
    async (t) => {
      const { send, stored } = await opened(t)
      const [one, two, three] = [await send('1'), await send('2'), await send('3')]
      for (const _ of [1, 2]) {
        await stored.move([one], 'pending', 'quarantined')
        await stored.markUnmatched([two])
      }
      assert.deepEqual(await stored.listCached('pending'), [three])
      assert.deepEqual(await stored.listCached('quarantined'), [one])
      assert.deepEqual([await stored.list('processed'), await stored.unmatched()], [[two], [two]])
      assert.deepEqual([await stored.find(one), await stored.find('1-a.json')], ['quarantined', null])
      const again = await stored.replay('processed', two)
      assert.ok(again)
      assert.deepEqual(await stored.list('pending'), [three, again])
      assert.deepEqual(await stored.read('pending', again), await stored.read('processed', two))
      await stored.move([two], 'processed', 'pending')
      await stored.move([two], 'pending', 'processed')
      assert.deepEqual(await stored.unmatched(), [], 'somebody wanted it since')
      await stored.remove('processed', [two])
      assert.equal(await stored.find(two), null)
      assert.equal(await stored.replay('processed', two), null)
    },
  )

  test(`programs find the waiting events of ${name} as files [inbox.engines]`, { skip }, async (t) => {
    const { send, stored } = await opened(t)
    const [one, two] = [await send('1'), await send('2')]
    await stored.makeFiles([one, two])
    const path = (event: string) => join(stored.folderOf('pending'), event)
    assert.deepEqual(readFileSync(path(one)), await stored.read('pending', one))
    await stored.move([one], 'pending', 'processed')
    assert.deepEqual(
      [one, two].map((event) => existsSync(path(event))),
      [false, true],
    )
    await stored.makeFiles([two])
    assert.ok(existsSync(path(two)))
  })
}
