import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import type { StoreLocation } from '#ground/store/location.ts'
import { clusterRun, type ClusterRun } from './cluster-run.ts'

// Services of a test's Hub in a cluster run; empty without a cluster. They belong to the data folder, so that a later
// process with that folder finds them.

type Environment = Readonly<Record<string, string | undefined>>

export async function servicesOf(
  dataFolder: string,
  output: Environment = {},
): Promise<Record<string, string>> {
  if (!clusterRun || output['SVC_DATABASE_URL'] !== undefined) return {}
  const name = nameOf(dataFolder)
  const { s3 } = clusterRun
  await ensureDatabase(clusterRun, name, dataFolder)
  return {
    SVC_DATABASE_URL: addressOf(clusterRun, name),
    SVC_BUS_URL: busOf(clusterRun, name),
    SVC_BLOBS_URL: `s3://${s3.bucket}/${name}?endpoint=${encodeURIComponent(s3.endpoint)}`,
    SVC_BLOBS_ACCESS_KEY_ID: s3.accessKeyId,
    SVC_BLOBS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    SVC_INBOX: 'store',
    SVC_CHATS: 'store',
  }
}

export async function servicesOfHub(
  hubFolder: string,
  output: Environment = {},
): Promise<Record<string, string>> {
  if (!clusterRun) return {}
  const settings = { ...settingsIn(hubFolder), ...output }
  return servicesOf(resolve(hubFolder, settings['SVC_DATA_DIR'] || '.svc'), settings)
}

export async function storeOf(dataFolder: string): Promise<StoreLocation> {
  const { SVC_DATABASE_URL: url } = await servicesOf(dataFolder)
  return url === undefined ? { kind: 'sqlite', path: join(dataFolder, 'hub.db') } : { kind: 'postgres', url }
}

export async function copyServices(from: string, to: string): Promise<void> {
  if (!clusterRun) return
  const [source, copy] = [nameOf(from), nameOf(to)]
  if (!(await hasDatabase(clusterRun, source))) return
  await ensureDatabase(clusterRun, copy, to, source)
  const bytes = bucketFolderOf(clusterRun, from)
  if (existsSync(bytes)) cpSync(bytes, bucketFolderOf(clusterRun, to), { recursive: true })
}

export const bucketFolderOf = ({ s3 }: ClusterRun, dataFolder: string): string =>
  join(s3.bucketFolder, nameOf(dataFolder))

function settingsIn(hubFolder: string): Environment {
  try {
    return parseEnv(readFileSync(join(hubFolder, '.env'), 'utf8'))
  } catch {
    return {} // the folder is missing, or a test made it unreadable
  }
}

const nameOf = (dataFolder: string): string =>
  `hub_${createHash('sha256').update(trueName(dataFolder)).digest('hex').slice(0, 16)}`

/** Resolves symbolic links, also for a missing folder. */
function trueName(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const folder = dirname(path)
  return folder === path ? path : join(trueName(folder), basename(path))
}

const addressOf = ({ postgres }: ClusterRun, name: string): string =>
  `postgres://hub@/${name}?host=${encodeURIComponent(postgres)}`

/** Concurrent stores are unlikely to share a bus account. */
function busOf({ nats }: ClusterRun, name: string): string {
  const account = Number(`0x${name.slice(-8)}`) % nats.accounts
  return `nats://hub${account}:${encodeURIComponent(nats.password)}@127.0.0.1:${nats.port}`
}

const made = new Map<string, Promise<void>>()

const ensureDatabase = (run: ClusterRun, name: string, dataFolder: string, template = run.template) =>
  made.get(name) ?? remember(name, makeDatabase(run, name, dataFolder, template))

function remember(name: string, making: Promise<void>): Promise<void> {
  made.set(name, making)
  return making
}

/** Creates a database that records its folder, so that it can be dropped after the folder was deleted. */
async function makeDatabase(run: ClusterRun, name: string, dataFolder: string, template: string) {
  await asked(run, async (client) => {
    try {
      await client.query(`create database ${name} template ${template} strategy file_copy`)
    } catch (error) {
      if ((error as pg.DatabaseError).code !== DUPLICATE) throw error
    }
    await client.query(`comment on database ${name} is ${pg.escapeLiteral(trueName(dirname(dataFolder)))}`)
  })
}

const DUPLICATE = '42P04'

const hasDatabase = (run: ClusterRun, name: string): Promise<boolean> =>
  asked(
    run,
    async (client) =>
      (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1,
  )

async function asked<T>({ postgres }: ClusterRun, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host: postgres, user: 'hub', database: 'postgres' })
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}
