import { chmodSync, existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { openStore } from '#ground/store/store.ts'
import { CLUSTER_VARIABLE, type ClusterRun } from './cluster-run.ts'
import { NATS_PASSWORD, startNats } from './nats.ts'
import { createCluster } from './postgres.ts'
import { S3_BUCKET, S3_KEYS, startS3 } from './s3.ts'

export interface SharedServices extends AsyncDisposable {
  environment: Record<string, string>
  deadlocks: readonly string[]
}

const TEMPLATE = 'hub_template'

/** A large number, so that concurrent services rarely use the same account. */
const NATS_ACCOUNTS = 1000

/** About ten services run concurrently, each with a few connections. */
const SETTINGS = ['max_connections=600']

export async function startSharedServices(): Promise<SharedServices> {
  await using starting = new AsyncDisposableStack()
  const ending = { after: (end: () => unknown) => starting.defer(async () => void (await end())) }
  const deadlocks: string[] = []
  const postgres = createCluster(SETTINGS, undefined, deadlocksAmong(deadlocks))
  await postgres.start()
  chmodSync(postgres.folder, 0o755) // accessible for services of other users
  starting.defer(postgres.stop)
  await makeTemplate(postgres.folder)
  const accounts = join(postgres.folder, 'nats.conf')
  await writeFile(accounts, natsAccounts())
  const nats = await startNats(ending, ['-c', accounts])
  const s3 = await startS3(ending)
  const bucketFolder = dirname(s3.pathOf('any'))
  starting.use(forgetGoneFolders(postgres.folder, bucketFolder))
  const run: ClusterRun = {
    postgres: postgres.folder,
    template: TEMPLATE,
    nats: { port: nats.port, accounts: NATS_ACCOUNTS, password: NATS_PASSWORD },
    s3: { endpoint: s3.endpoint, bucket: S3_BUCKET, ...S3_KEYS, bucketFolder },
  }
  const parts = starting.move()
  return {
    deadlocks,
    environment: { [CLUSTER_VARIABLE]: JSON.stringify(run) },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

function deadlocksAmong(kept: string[]): (line: string) => void {
  let isOfOne = false
  return (line) => {
    isOfOne =
      line.endsWith('deadlock detected') || (isOfOne && /^\t|(DETAIL|HINT|CONTEXT|STATEMENT):/.test(line))
    if (isOfOne) kept.push(line)
  }
}

async function makeTemplate(folder: string): Promise<void> {
  await inServer(folder, (client) => client.query(`create database ${TEMPLATE}`))
  const url = `postgres://hub@/${TEMPLATE}?host=${encodeURIComponent(folder)}`
  await using _ = await openStore({ kind: 'postgres', url })
}

const natsAccounts = () => {
  const accounts = Array.from(
    { length: NATS_ACCOUNTS },
    (_, n) => `A${n}: { users: [{ user: hub${n}, password: ${JSON.stringify(NATS_PASSWORD)} }] }`,
  )
  return `accounts: {\n${accounts.join('\n')}\n}\n`
}

const POLL_INTERVAL_MS = 10_000

/**
 * Looks for deleted folders at intervals. Drops the data of a folder that two checks in a row found deleted, because
 * at the first check a service may still be ending.
 */
function forgetGoneFolders(folder: string, bucketFolder: string): AsyncDisposable {
  let gone = new Set<string>()
  let looking = Promise.resolve()
  const look = async () => {
    const { rows } = await inServer(folder, (client) => client.query<{ name: string; folder: string }>(NAMED))
    const now = rows.filter((row) => !existsSync(row.folder)).map(({ name }) => name)
    for (const name of now.filter((one) => gone.has(one))) {
      await inServer(folder, (client) => client.query(`drop database ${name} with (force)`))
      await rm(join(bucketFolder, name), { recursive: true, force: true })
    }
    gone = new Set(now)
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => {}) // the next check tries again
  }, POLL_INTERVAL_MS)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await looking
    },
  }
}

const NAMED = `select datname as name, shobj_description(oid, 'pg_database') as folder from pg_database
  where datname like 'hub\\_%' and shobj_description(oid, 'pg_database') is not null`

async function inServer<T>(host: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host, user: 'hub', database: 'postgres' })
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}
