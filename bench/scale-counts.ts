import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { signUpAt } from '../tests/chatapp/started-chatapp.ts'
import { startNats } from '../tests/support/nats.ts'
import { createCluster } from '../tests/support/postgres.ts'
import { freePorts } from '../tests/support/free-ports.ts'
import { runHub, secretsOf } from '../tests/support/running-hub.ts'
import { startS3 } from '../tests/support/s3.ts'
import { actsIn, FOLDER, type World } from './scale/acts.ts'
import {
  countingProxy,
  httpRequests,
  natsPublished,
  postgresStatements,
  type CountingProxy,
} from './scale/counting-proxy.ts'
import { countsTable, type ActCounts, type Counts } from './scale/counts.ts'
import { temporaryFolder } from './support/folder.ts'

/**
 * Measures the load that each action puts on shared services. Performs each action `times` times (default 40) through
 * the edge of one instance; proxies count the traffic. Subtracts the load of an idle instance.
 *   node bench/scale-counts.ts [times] [--write]
 * `--write` replaces the counts that `bench/scale-simulation.ts` reads.
 */
const times = Number(process.argv[2]) || 40
const WARM_UP = 3
const REST_MS = 20_000
/** Time for writes that follow a response. */
const SETTLED_MS = 1500

const closing: (() => unknown)[] = []
const ending = { after: (then: () => unknown) => void closing.push(then) }

interface CountSnapshot extends Counts {
  at: number
}

const { counters, world } = await openWorld()
const acts = actsIn(world)
for (const act of acts) for (let n = 0; n < WARM_UP; n++) await act.do(n)

const rest = await counted(() => pause(REST_MS))
const atRest = perSecond(rest)
const counts: ActCounts[] = []
for (const { name, do: once } of acts) {
  const sum = await counted(async () => {
    for (let n = 0; n < times; n++) await once(WARM_UP + n)
  })
  counts.push({ name, ...perAct(sum) })
}
counts.push({ name: 'an idle instance, per minute', ...scaled(atRest, 60) })
console.log(`\n${countsTable(counts)}`)
if (process.argv.includes('--write'))
  writeFileSync(
    join(import.meta.dirname, 'scale/counts.json'),
    `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), times, acts: counts }, null, 2)}\n`,
  )
for (const close of closing.toReversed()) await close()

async function openWorld() {
  const cluster = createCluster()
  await cluster.start()
  const own = new pg.Client(`postgres://hub@/postgres?host=${encodeURIComponent(cluster.folder)}`)
  own.on('error', () => {})
  await own.connect()
  ending.after(() => own.end())
  ending.after(cluster.stop)
  const nats = await startNats(ending)
  const s3 = await startS3(ending)
  const bucket = new URL(s3.endpoint)
  const postgres = await countingProxy({ path: join(cluster.folder, '.s.PGSQL.5432') }, postgresStatements)
  const bus = await countingProxy({ port: nats.port, host: '127.0.0.1' }, natsPublished)
  const blobs = await countingProxy({ port: Number(bucket.port), host: bucket.hostname }, httpRequests)
  for (const proxy of [postgres, bus, blobs]) ending.after(() => proxy[Symbol.asyncDispose]())
  const webhookSecret = 'a secret of the sender'
  const { SVC_BLOBS_URL, ...keys } = s3.environment()
  const [inbound] = await freePorts(1)
  const hub = await runHub({
    folder: gardenFolder(),
    options: ['--webhook'],
    environment: {
      SVC_DATABASE_URL: `postgres://hub@127.0.0.1:${postgres.port}/postgres`,
      SVC_BUS_URL: nats.url.replace(String(nats.port), String(bus.port)),
      SVC_BLOBS_URL: SVC_BLOBS_URL!.replace(bucket.port, String(blobs.port)),
      ...keys,
      SVC_INBOX: 'store',
      SVC_CHATS: 'store',
      MCP_SERVER: 'true',
      WEBHOOK_INBOUND_SECRET: webhookSecret,
      SVC_INBOUND_PORT: String(inbound),
    },
  })
  ending.after(() => hub[Symbol.asyncDispose]())
  const ann = await signUpAt(hub.url, 'Ann')
  for (const permission of ['use_hub', 'dig']) {
    const form = { subject: 'ann@example.com', hub: 'garden', permission }
    const granted = await ann.fetch('/portal/api/access/grant', {
      method: 'POST',
      headers: { cookie: `token=${ann.token}`, origin: ann.url, 'content-type': 'application/json' },
      body: JSON.stringify(form),
    })
    if (!granted.ok) throw new Error(`${permission}: ${await granted.text()}`)
  }
  const { api_key: key } = (await ann.post('/api/v1/auths/api_key')).json
  const { bridgeKey } = await secretsOf(hub)
  const runsEnded: World['runsEnded'] = async (count) => {
    for (;;) {
      const { rows } = await own.query(
        `select count(*)::int as ended from runs where ended_at_ms is not null`,
      )
      if (rows[0].ended >= count) return
      await pause(100)
    }
  }
  return {
    counters: { own, postgres, bus, blobs },
    world: { hub, ann, key, bridgeKey, webhookSecret, runsEnded },
  }
}

function gardenFolder(): string {
  const above = temporaryFolder()
  for (const [path, content] of Object.entries(FOLDER)) {
    mkdirSync(dirname(join(above, path)), { recursive: true })
    writeFileSync(join(above, path), content)
  }
  return join(above, 'Garden')
}

async function readCounts(): Promise<CountSnapshot> {
  const { own, postgres, bus, blobs } = counters
  const { rows } = await own.query(`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as wal`)
  const of = (proxy: CountingProxy) => proxy.passed()
  return {
    at: performance.now(),
    statements: of(postgres).requests,
    commits: of(postgres).commits,
    walBytes: Number(rows[0].wal),
    postgresBytes: of(postgres).bytes,
    busMessages: of(bus).requests,
    busBytes: of(bus).bytes,
    bucketRequests: of(blobs).requests,
    bucketBytes: of(blobs).bytes,
  }
}

async function counted(work: () => Promise<unknown>): Promise<CountSnapshot> {
  await pause(SETTLED_MS)
  const before = await readCounts()
  await work()
  await pause(SETTLED_MS)
  const after = await readCounts()
  return mapped(after, (value, name) => value - before[name])
}

function perSecond({ at, ...sum }: CountSnapshot): Counts {
  return scaled(sum, 1000 / at)
}

function perAct({ at, ...sum }: CountSnapshot): Counts {
  return mapped(sum, (value, name) => Math.max(0, value - (atRest[name] * at) / 1000) / times)
}

function scaled(counts: Counts, factor: number): Counts {
  return mapped(counts, (value) => value * factor)
}

function mapped<T extends object>(counts: T, change: (value: number, name: keyof T) => number): T {
  return Object.fromEntries(
    Object.entries(counts).map(([name, value]) => [name, change(value as number, name as keyof T)]),
  ) as T
}
