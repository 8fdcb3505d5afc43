import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { link, mkdir, rename, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '#ground/base/clock.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { TEST_PACKAGE } from '../../bin/setup/test-package.mjs'
import { WARM_START } from '../support/hub-command.ts'
import { folderWith } from '../support/folder.ts'
import { deliver, isGone, linesOf } from './support.ts'
import { until } from '../support/until.ts'
import { clusterRun } from '../support/cluster-run.ts'
import { servicesOfHub, storeOf } from '../support/own-services.ts'
import { inboxOf } from '../support/inboxes.ts'

const HOST = join(TEST_PACKAGE, 'dist/host.js')

const TASK = '---\non_webhook: true\nrun_as: ann@example.org\nrun: handle.sh\n---\n'
const HANDLE = `
for event in $SVC_WEBHOOK_EVENTS; do echo "\${event##*/}" >> seen.txt; done
echo $$ >> pids.txt
[ -e slow ] && sleep 300
exit 0
`

/** Longer than the longest delay before a batch is retried. */
const LONG_MS = 3_600_000

/** Makes runs end in the past, so that their events are retried at once. */
const endWaiting = async ({ db }: Store) => {
  await db
    .updateTable('runs')
    .set({ ended_at_ms: Date.now() - LONG_MS })
    .where('unsettled', '=', 1)
    .where('ended_at_ms', '>', Date.now() - LONG_MS / 2)
    .execute()
}

/** Marks the inbox as changed, so that the scheduler checks it at once. */
const bringNear = async ({ db }: Store, event: string) => {
  await utimes(event, new Date(), new Date()).catch(() => {}) // the file was moved meanwhile
  await db
    .updateTable('inboxes')
    .set(({ eb }) => ({ changed: eb('changed', '+', 1) }))
    .execute()
}

async function killableHub(t: TestContext, files: Record<string, string> = {}) {
  const root = await folderWith(t, {
    'Garden/agent.md': 'You look after a garden.\n',
    'Garden/tasks/orders.md': TASK,
    'Garden/handle.sh': HANDLE,
    ...Object.fromEntries(Object.entries(files).map(([path, content]) => [`Garden/${path}`, content])),
  })
  const folder = join(root, 'Garden')
  await mkdir(join(folder, '.svc'), { recursive: true })
  const store = await openStore(await storeOf(join(folder, '.svc')))
  t.after(() => store[Symbol.asyncDispose]())
  const services = await servicesOfHub(folder)
  const runs = createRuns({ store, clock: systemClock })
  const inbox = inboxOf({ hubFolder: folder }, 'webhook')
  const start = async () => {
    const child = spawn(process.execPath, [HOST, folder, 'bridge'], {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        ...WARM_START,
        ...services,
        BRIDGE_PORT: '0',
        SVC_ACCESS: 'groups',
        SVC_RUN_LEASE: '2',
        SVC_LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const kill = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    }
    t.after(kill)
    return { kill, ready: () => once(child, 'message') }
  }
  const all = async () => (await runs.list({ hubs: null }, { limit: 200, offset: 0 })).items
  return {
    folder,
    runs,
    inbox,
    start,
    all,
    seen: () => linesOf(folder, 'seen.txt'),
    /** Skips the delay before a retry and the interval between the scheduler's checks of the inbox. */
    processed: (events: readonly string[]) =>
      until(async () => {
        await endWaiting(store)
        const done = await inbox.list('processed')
        const left = events.filter((event) => !done.includes(event))
        if (left.length > 0) await bringNear(store, join(inbox.folderOf('pending'), left[0]!))
        return left.length === 0
      }),
    claimBatch: () =>
      runs.queueBatch({
        hub: 'garden',
        workflow: 'md:orders',
        runAs: 'ann@example.org',
        inbox: 'webhook',
        maxFailures: 10,
        pending: () => inbox.list('pending'),
        own: async (names) => names,
        fit: (names) => names.length,
      }),
  }
}

test('killed between claim and run, the run is carried out after the restart [task.crash-claim]', async (t) => {
  const hub = await killableHub(t)
  const events = await deliver(hub.folder, [{ n: 1 }, { n: 2 }])
  const claimed = await hub.claimBatch()
  await hub.start()
  await hub.processed(events)
  const [run, ...others] = await hub.all()
  assert.equal(run!.id, claimed!.id)
  assert.deepEqual(others, [])
  assert.deepEqual(await hub.seen(), events)
})

test('killed during the run, its processes die, the run ends interrupted, and its events are handled again [task.crash-run]', async (t) => {
  const hub = await killableHub(t, { slow: '' })
  const events = await deliver(hub.folder, [{ n: 1 }])
  const first = await hub.start()
  await until(async () => (await linesOf(hub.folder, 'pids.txt')).length === 1)
  await first.kill()
  const [pid] = await linesOf(hub.folder, 'pids.txt')
  await until(() => isGone(Number(pid)))
  await rename(join(hub.folder, 'slow'), join(hub.folder, 'fast'))
  await hub.start()
  await hub.processed(events)
  const runs = (await hub.all()).toSorted((a, b) => a.batch!.attempt - b.batch!.attempt)
  assert.deepEqual(
    runs.map(({ outcome, error, batch }) => ({ outcome, error, attempt: batch!.attempt })),
    [
      { outcome: 'error', error: 'Interrupted: the process that executed it ended.', attempt: 1 },
      { outcome: 'done', error: null, attempt: 2 },
    ],
  )
  assert.deepEqual(await hub.seen(), [...events, ...events])
})

test(
  'the next attempt commits the files of a killed run as its own [task.commit-killed]',
  { timeout: 180_000 },
  async (t) => {
    const hub = await killableHub(t, {
      'tasks/orders.md': TASK.replace('run:', 'commit: true\nrun:'),
      'handle.sh': `[ -e first.txt ] && exit 0\necho first > first.txt\n${HANDLE}`,
      '.gitignore': '.*/\n*.txt\n!first.txt\nslow\nfast\n',
      slow: '',
    })
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
        cwd: hub.folder,
        encoding: 'utf8',
      }).trim()
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '-m', 'Begin')
    const events = await deliver(hub.folder, [{ n: 1 }])
    const first = await hub.start()
    await until(async () => (await linesOf(hub.folder, 'pids.txt')).length === 1)
    await first.kill()
    await hub.start()
    await hub.processed(events)
    assert.equal(git('log', '-1', '--format=%s', '--name-only'), 'orders\n\nfirst.txt')
  },
)

test('killed between done and move, or while moving, the move is finished and nothing runs again [task.crash-move]', async (t) => {
  const hub = await killableHub(t)
  const events = await deliver(hub.folder, [{ n: 1 }, { n: 2 }, { n: 3 }])
  await hub.claimBatch()
  const run = await hub.runs.claim('garden', 'gone', 1000)
  await hub.runs.finish({ ...run!, owner: 'gone' }, { outcome: 'done' })
  await hub.inbox.move([events[0]!], 'pending', 'processed')
  const [from, to] = [hub.inbox.folderOf('pending'), hub.inbox.folderOf('processed')]
  if (!clusterRun) await link(join(from, events[1]!), join(to, events[1]!)) // a half-completed move, possible only for files
  await hub.start()
  await hub.processed(events)
  await until(async () => (await hub.inbox.list('pending')).length === 0)
  assert.deepEqual(await hub.inbox.list('processed'), events)
  assert.equal((await hub.all()).length, 1)
  assert.deepEqual(await hub.seen(), [])
})

test(
  'killed again and again at random, each event is handled at least once, none is lost and no run is stuck [task.at-least-once]',
  { timeout: 180_000 },
  async (t) => {
    const hub = await killableHub(t)
    const events: string[] = []
    for (let round = 0; round < 8; round++) {
      const host = await hub.start()
      await host.ready()
      events.push(
        ...(await deliver(hub.folder, [
          { round, n: 1 },
          { round, n: 2 },
          { round, n: 3 },
        ])),
      )
      await wait(Math.random() * 2500)
      await host.kill()
    }
    await hub.start()
    await hub.processed(events)
    const seen = new Set(await hub.seen())
    assert.deepEqual(
      events.filter((event) => !seen.has(event)),
      [],
    )
    assert.deepEqual(await hub.inbox.list('pending'), [])
    const open = (await hub.all()).filter(({ endedAt }) => endedAt === null)
    assert.deepEqual(open, [])
  },
)
