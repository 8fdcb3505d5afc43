import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { copyFile, cp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { folderInboxes } from '#core/inbox/folder-inboxes.ts'
import type { InboxDelivery, EventState, Inboxes } from '#core/inbox/inbox.ts'
import { openInbox } from '#core/inbox/open.ts'
import { openStoreInbox } from '#cluster/inbox/inbox.ts'
import { storeInboxes } from '#cluster/inbox/inboxes.ts'
import { moveInboxIn } from '#cluster/inbox/move-in.ts'
import { moveOut, type MovedEvent } from '#cluster/inbox/move-out.ts'
import { systemClock } from '#ground/base/clock.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { folderWith } from '../support/folder.ts'
import { createOwnNotifications } from '../support/notifications.ts'
import { manualClock } from '../support/manual-clock.ts'
import { BACKENDS, openTestStore, SQLITE } from '../support/stores.ts'
import { countCalls, noStrace, strace } from '../support/strace.ts'
import { testProgram } from '../support/test-program.ts'
import { delivery } from './support.ts'

type Deps = Omit<Parameters<typeof moveOut>[0], 'isDry' | 'verifies'>

const inStore = (deps: Deps): Inboxes => storeInboxes({ ...deps, notifications: createOwnNotifications() })

const STATES: readonly EventState[] = ['pending', 'processed', 'quarantined']
const ENDPOINTS = ['webhook', 'builds', 'team-chat']

const events = {
  eventsRestored: () => {},
  eventsMovedIn: () => {},
  eventNotMoved: () => assert.fail('an event was left'),
  inboxFailed: ({ error }: { error: unknown }) => assert.fail(String(error)),
  journalFailed: ({ error }: { error: unknown }) => assert.fail(String(error)),
  fileWriteFailed: ({ error }: { error: unknown }) => assert.fail(String(error)),
}

async function move(deps: Deps, options: { isDry?: boolean; verifies?: boolean; most?: number } = {}) {
  const { isDry = false, verifies = false, most = Infinity } = options
  const moving = moveOut({ ...deps, isDry, verifies })
  const reported: MovedEvent[] = []
  while (reported.length < most) {
    const { done, value } = await moving.next()
    if (done) return { told: reported, marks: value }
    reported.push(value)
  }
  await moving.return(null)
  return { told: reported, marks: null }
}

async function contentsOf(inboxes: Inboxes): Promise<string[]> {
  const all: string[] = []
  for (const name of ENDPOINTS) {
    const inbox = inboxes.of(name)
    const unmatched = new Set(await inbox.unmatched())
    for (const state of STATES)
      for (const event of await inbox.list(state))
        all.push(
          `${name} ${state} ${event} ${unmatched.has(event)} ${String(await inbox.read(state, event))}`,
        )
  }
  return all
}

const rowsOf = async ({ db }: Pick<Store, 'db'>, hub: string): Promise<number[]> =>
  Promise.all(
    (['inbox_events', 'inbox_marks', 'inboxes'] as const).map(
      async (table) => (await db.selectFrom(table).selectAll().where('hub', '=', hub).execute()).length,
    ),
  )

type Act =
  | { is: 'deliver'; endpoint: string; id: string | null; body: string; contentType: string }
  | { is: 'move' | 'release' | 'quarantine' | 'pass' | 'replay'; endpoint: string; nth: number }

const endpoint = fc.constantFrom(...ENDPOINTS)
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('deliver' as const),
      endpoint,
      id: fc.option(fc.string({ unit: 'binary', minLength: 1, maxLength: 6 })),
      body: fc.oneof(fc.json(), fc.string({ unit: 'binary', maxLength: 40 })),
      contentType: fc.constantFrom('application/json', 'text/plain; charset=utf-16le', ''),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constantFrom('move', 'release', 'quarantine', 'pass', 'replay'),
      endpoint,
      nth: fc.nat(5),
    }),
  },
)

const deliveryOf = ({ id, body, contentType }: Act & { is: 'deliver' }): InboxDelivery => ({
  id,
  query: [['a', body.slice(0, 3)]],
  contentType,
  body: Buffer.from(body),
})

async function play(deps: Deps, acts: readonly Act[]): Promise<(Act & { is: 'deliver' })[]> {
  const { hub, hubFolder, store, clock } = deps
  const inboxes = storeInboxes({ hub, hubFolder, store, clock, notifications: createOwnNotifications() })
  await using inbox = openStoreInbox({
    hub,
    store,
    clock,
    notifications: createOwnNotifications(),
    movedIn: async () => {},
  })
  const delivered: (Act & { is: 'deliver' })[] = []
  for (const one of acts) {
    if (one.is === 'deliver') {
      await inbox.store(one.endpoint, deliveryOf(one))
      delivered.push(one)
      continue
    }
    const stored = inboxes.of(one.endpoint)
    const from = one.is === 'release' ? 'quarantined' : 'pending'
    const names = await stored.list(from)
    const some = names.slice(one.nth % (names.length + 1), (one.nth % (names.length + 1)) + 1)
    if (one.is === 'pass') await stored.markUnmatched(some)
    else if (one.is === 'replay') for (const event of some) await stored.replay(from, event)
    else
      await stored.move(
        some,
        from,
        ({ move: 'processed', release: 'pending', quarantine: 'quarantined' } as const)[one.is],
      )
  }
  return delivered
}

for (const backend of BACKENDS)
  test(
    `random inboxes move from the store to the folder complete and once, interrupted or not, and back, on ${backend.kind} [inbox.move-out]`,
    { skip: backend.skip, timeout: 120_000 },
    async (t) => {
      const store = await openTestStore(t, backend)
      await fc.assert(
        fc.asyncProperty(
          fc.array(act, { maxLength: 25 }),
          fc.array(fc.nat(12), { maxLength: 2 }),
          async (acts, cuts) => {
            const clock = manualClock()
            const hubFolder = await folderWith(t, {})
            for (const table of ['inbox_events', 'inbox_marks', 'inboxes'] as const)
              await store.db.deleteFrom(table).execute()
            const deps = { hub: 'garden', hubFolder, store, clock }
            const other = { ...deps, hub: 'pond' }
            const delivered = await play(deps, acts)
            await play(other, acts.slice(0, 5))
            const [before, others] = [await contentsOf(inStore(deps)), await contentsOf(inStore(other))]
            const dry = await move(deps, { isDry: true })
            assert.equal(existsSync(join(hubFolder, '.inbound')), false)
            for (const cut of cuts) await move(deps, { most: cut % (before.length + 1) })
            const { told } = await move(deps, { verifies: true })
            assert.equal(told.length, before.length)
            assert.deepEqual(
              dry.told.map(({ event }) => event),
              told.map(({ event }) => event),
            )
            assert.deepEqual(await contentsOf(folderInboxes(hubFolder, clock)), before)
            assert.deepEqual(await rowsOf(store, 'garden'), [0, 0, 0])
            assert.deepEqual(await contentsOf(inStore(other)), others)
            assert.equal((await move(deps)).told.length, 0)

            await using inbox = openInbox({
              hubFolder,
              endpoints: ['webhook'],
              clock,
              events,
              journalBytes: 0,
            })
            for (const one of delivered)
              assert.deepEqual(await inbox.store(one.endpoint, deliveryOf(one)), { outcome: 'duplicate' })
            const next = await inbox.store('webhook', delivery('"new"', 'brand new'))
            assert.equal(next.outcome, 'stored')
            const newest = (await folderInboxes(hubFolder, clock).of('webhook').list('pending')).at(-1)
            assert.equal(next.outcome === 'stored' && next.event, newest, 'what comes next is the newest')
            await inbox[Symbol.asyncDispose]()

            await moveInboxIn({ ...deps, oldEndpoint: 'webhook', events })
            const back = (await contentsOf(inStore(deps))).filter((line) => !line.includes(newest!))
            assert.deepEqual(
              back,
              before.filter((line) => !/^\S+ processed/.test(line)),
            )
          },
        ),
        { numRuns: backend.kind === 'sqlite' ? 60 : 25 },
      )
    },
  )

async function seeded(t: TestContext) {
  const { path } = await SQLITE.locate(t)
  const hubFolder = await folderWith(t, {})
  const acts: Act[] = ['a', 'b', 'c', 'd'].flatMap((id) =>
    ['webhook', 'team-chat'].map((one) => ({
      is: 'deliver',
      endpoint: one,
      id: `${id} ${one}`,
      body: `"${id}"`,
      contentType: '',
    })),
  )
  await using store = await openStore({ kind: 'sqlite', path })
  const deps = { hub: 'garden', hubFolder, store, clock: systemClock }
  const delivered = await play(deps, [
    ...acts,
    { is: 'move', endpoint: 'webhook', nth: 0 },
    { is: 'pass', endpoint: 'webhook', nth: 0 },
    { is: 'quarantine', endpoint: 'team-chat', nth: 0 },
  ])
  return { path, hubFolder, delivered, before: await contentsOf(inStore(deps)) }
}

async function startMoving(t: TestContext, hubFolder: string, path: string) {
  const child = spawn(process.execPath, [...testProgram('moving-out'), hubFolder, path], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
  })
  t.after(() => child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })
  assert.deepEqual(await once(lines, 'line'), ['ready'])
  return {
    pid: child.pid!,
    async go() {
      const ended = once(child, 'exit')
      child.stdin.on('error', () => {}).write('go\n')
      await ended
    },
  }
}

const CALLS = 'openat pwrite64 rename mkdir unlink rmdir fdatasync'.split(' ')
const MAX_KILLS = 40

test(
  'killed at system calls of a move, it goes on with nothing lost and nothing twice [inbox.move-out]',
  { skip: noStrace(), timeout: 180_000 },
  async (t) => {
    const { path, hubFolder, delivered, before } = await seeded(t)
    const copy = async (name: string) => {
      const [folder, db] = [join(dirname(hubFolder), `${hubFolder}-${name}`), `${path}-${name}`]
      t.after(() => rm(folder, { recursive: true, force: true }))
      await cp(hubFolder, folder, { recursive: true })
      await copyFile(path, db)
      return { folder, db }
    }
    const traced = await copy('traced')
    const tracing = await startMoving(t, traced.folder, traced.db)
    const output = join(await folderWith(t, {}), 'trace')
    const trace = await strace(tracing.pid, ['-e', `trace=${CALLS.join(',')}`], output)
    await tracing.go()
    await trace.detach()
    const places = [...(await countCalls(output))].flatMap(([call, count]) =>
      Array.from({ length: count }, (_, index) => [call, index + 1] as const),
    )
    const every = Math.max(1, Math.floor(places.length / MAX_KILLS))
    const chosen = places.filter((_, index) => index % every === 0)
    assert.ok(chosen.length >= 20, `${places.length} calls`)
    for (const [call, nth] of chosen) {
      const at = `${call} ${nth}`
      const { folder, db } = await copy(`${call}-${nth}`)
      const moving = await startMoving(t, folder, db)
      await strace(moving.pid, ['-e', `inject=${call}:signal=SIGKILL:when=${nth}`])
      await moving.go()
      await using store = await openStore({ kind: 'sqlite', path: db })
      const deps = { hub: 'garden', hubFolder: folder, store, clock: systemClock }
      const [kept, come] = [
        await contentsOf(inStore(deps)),
        await contentsOf(folderInboxes(folder, systemClock)),
      ]
      assert.deepEqual([...new Set([...kept, ...come])].toSorted(), before.toSorted(), at)
      if (nth % 2 === 0) {
        await moveInboxIn({ ...deps, oldEndpoint: 'webhook', events })
        const waiting = (lines: string[]) => lines.filter((line) => !/^\S+ processed/.test(line))
        assert.deepEqual(waiting(await contentsOf(inStore(deps))), waiting(before), at)
      }
      await move(deps)
      assert.deepEqual(await contentsOf(folderInboxes(folder, systemClock)), before, at)
      assert.deepEqual(await rowsOf(store, 'garden'), [0, 0, 0], at)
      await using inbox = openInbox({ hubFolder: folder, endpoints: ['webhook'], clock: systemClock, events })
      for (const one of delivered)
        assert.equal((await inbox.store(one.endpoint, deliveryOf(one))).outcome, 'duplicate', at)
    }
    t.diagnostic(`killed at ${chosen.length} of ${places.length} calls`)
  },
)

test('if another file has an event’s name, no event leaves the store, and the problem is reported [inbox.move-out]', async (t) => {
  const { path, hubFolder, before } = await seeded(t)
  await using store = await openStore({ kind: 'sqlite', path })
  const deps = { hub: 'garden', hubFolder, store, clock: systemClock }
  const [event] = await inStore(deps).of('webhook').list('pending')
  const place = join(hubFolder, '.inbound/webhooks/webhook', event!)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, '{"another":1}\n')
  const { told, marks } = await move(deps)
  assert.equal(marks, null)
  assert.deepEqual(
    told.flatMap((one) => (one.result === 'in_the_way' ? [one.event] : [])),
    [event],
  )
  assert.deepEqual(await contentsOf(inStore(deps)), before)
  await rm(place)
  assert.equal((await move(deps)).marks, 16)
  assert.deepEqual(await contentsOf(folderInboxes(hubFolder, systemClock)), before)
})
