import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { systemClock } from '#ground/base/clock.ts'
import { drainInstances, readInstances } from '#ground/instances/instances.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { messagesOf } from '../chatapp/page.ts'
import { clientOf } from '../chatapp/client.ts'
import { signUp } from '../support/console-person.ts'
import { createMigratedPostgres } from '../support/migrated.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'
import { until } from '../support/until.ts'
import { startLoad, type Load } from './upgrade-load.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'
const ACCOUNT = { name: 'Ann', email: 'ann@example.com', password: 'correct horse' }
const SECRET = 's3cret'
const WHILE_MS = 2000

test(
  'while people work, a release and the next one serve together on the next schema, and none two releases apart [scale.upgrade]',
  { skip, timeout: 600_000 },
  async (t) => {
    await using hubs = new AsyncDisposableStack()
    const url = await createMigratedPostgres()
    const store = hubs.use(await openStore({ kind: 'postgres', url }))
    const start = async (name: string, ahead = 0) => hubs.use(await startRelease({ url, name, ahead }))

    let [barn, shed] = [await start('barn'), await start('shed')]
    const { token } = await signUp(barn.url, ACCOUNT)
    const { id } = (await clientOf(barn.url, token).get('/api/v1/auths/')).json
    const load = startLoad([barn.url, shed.url], {
      people: 4,
      account: ACCOUNT,
      token,
      id,
      secret: SECRET,
    })
    await pause(WHILE_MS)

    const mill = await start('mill', 1)
    load.add(mill.url)
    await pause(WHILE_MS)
    t.diagnostic(reported(load))

    barn = await restarted({ load, store }, 'barn', barn, () => start('barn')) // an old release on the next release's schema
    await pause(WHILE_MS)

    await assert.rejects(start('loft', 2), /too new for instances that use the database \(barn, .*shed, /)
    barn = await restarted({ load, store }, 'barn', barn, () => start('barn', 1))
    await assert.rejects(start('loft', 2), /too new for instances that use the database \(shed, /)
    shed = await restarted({ load, store }, 'shed', shed, () => start('shed', 1))

    const loft = await start('loft', 2)
    load.add(loft.url)
    await pause(WHILE_MS)
    await assert.rejects(start('yard'), /schema is newer than this release supports \(9001-.*9102-table\)/)
    await pause(WHILE_MS)
    await load.stop()

    await compare(t, load, { store, at: [barn, shed, mill, loft], token, id })
  },
)

const startRelease = ({ url, name, ahead }: { url: string; name: string; ahead: number }) =>
  runHub({
    fromSources: ahead > 0,
    options: ['--webhook'],
    environment: {
      SVC_DATABASE_URL: url,
      SVC_MACHINE_NAME: name,
      SVC_SESSION_SECRET: 'a secret that only these machines know',
      SVC_INBOX: 'store',
      WEBHOOK_INBOUND_SECRET: SECRET,
      ...(ahead > 0 && {
        NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'next-release.ts')).href}`,
        TEST_RELEASES_AHEAD: String(ahead),
      }),
    },
  })

async function restarted(
  { load, store }: { load: Load; store: Store },
  name: string,
  hub: RunningHub,
  start: () => Promise<RunningHub>,
): Promise<RunningHub> {
  await load.leave(hub.url)
  const deps = { store, clock: systemClock }
  assert.equal((await drainInstances(deps, name)).length, 1)
  await until(async () => (await readInstances(deps)).every((one) => one.name !== name || one.turns === 0))
  assert.equal(await hub.stop(), 0)
  const next = await start()
  load.add(next.url)
  return next
}

const reported = ({ answered, slowest }: Load): string =>
  [...answered]
    .map(([what, times]) => `${times} × ${what}, at most ${Math.round(slowest.get(what)!)} ms`)
    .join('; ')

async function compare(
  t: TestContext,
  load: Load,
  { store, at, token, id }: { store: Store; at: readonly RunningHub[]; token: string; id: string },
): Promise<void> {
  t.diagnostic(reported(load))
  assert.deepEqual(load.failures, [])
  for (const [chatId, accepted] of load.prompts) {
    const [first, ...others] = await Promise.all(
      at.map((hub) => messagesOf(clientOf(hub.url, token, id), chatId)),
    )
    for (const other of others) assert.deepEqual(other, first)
    for (const prompt of accepted) {
      const answers = Object.values(first!).filter(({ parentId }) => parentId === prompt)
      assert.deepEqual(
        answers.map(({ state, error }) => [state, error]),
        [['done', undefined]],
      )
      assert.match(answers[0].content, /^([\d-]+|begun\s+ended)$/)
    }
  }
  const { rows } = await sql<{ content: string }>`select content from inbox_events`.execute(store.db)
  const stored = rows.flatMap(({ content }) => /"delivery": ?"(\w+)"/.exec(content)?.[1] ?? [])
  assert.deepEqual(stored.toSorted(), [...load.deliveries].toSorted())
  for (const [what, least] of [
    ['turn', 40],
    ['delivery', 40],
    ['list', 40],
    ['sign-in', 4],
  ] as const)
    assert.ok(load.answered.get(what)! >= least, `${what}: ${load.answered.get(what)}`)
}
