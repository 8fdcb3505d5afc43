import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'

/** Folder of the newest installed Postgres programs, or null. */
export const postgresPrograms: string | null =
  globSync(['/usr/lib/postgresql/*/bin', '/opt/homebrew/opt/postgresql@*/bin', '/usr/pgsql-*/bin'])
    .toSorted()
    .at(-1) ?? null

let server: Promise<string> | undefined

/** Address of a new database, empty or a copy of `template`. Its server starts once per test process. */
export async function createPostgresDatabase(template?: string): Promise<string> {
  const socketFolder = await (server ??= startServer())
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ host: socketFolder, user: 'hub', database: 'postgres' })
  await client.connect()
  await client.query(`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`)
  await client.end()
  return `postgres://hub@/${name}?host=${encodeURIComponent(socketFolder)}`
}

export async function asSuperuser(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

export interface OwnPostgres {
  url: string
  stop(): Promise<void>
  start(): Promise<void>
  freeze(): void
  thaw(): void
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const cluster = createCluster()
  await cluster.start()
  const url = `postgres://hub@/postgres?host=${encodeURIComponent(cluster.folder)}`
  return {
    url,
    stop: cluster.stop,
    start: cluster.start,
    freeze: () => signal(cluster, 'SIGSTOP'),
    thaw: () => signal(cluster, 'SIGCONT'),
  }
}

export function signal({ folder }: { folder: string }, name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  const main = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  for (const pid of [main, ...childrenOf(main)]) process.kill(pid, name)
}

const childrenOf = (parent: number): number[] =>
  readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

async function startServer(): Promise<string> {
  const { folder, start } = createCluster()
  await start()
  return folder
}

/**
 * The server listens only on a socket in its own folder, unless `settings` add addresses.
 * @param make Fills the data folder; default: a new cluster.
 * @param onLine Receives log lines after the start.
 */
export function createCluster(
  settings: readonly string[] = [],
  make: (data: string) => [program: string, args: string[]] = NEW,
  onLine?: (line: string) => void,
) {
  const folder = mkdtempSync(join(tmpdir(), 'hub-postgres-'))
  const data = join(folder, 'data')
  const stop = (mode: 'fast' | 'immediate') =>
    unprivileged('pg_ctl', ['stop', '-s', '-w', '-m', mode, '-D', data])
  process.once('exit', () => {
    spawnSync(...stop('immediate'))
    rmSync(folder, { recursive: true, force: true })
  })
  if (isRoot) chownSync(folder, userId('postgres'), userId('postgres', '-g'))
  runProgram(...make(data))
  const all = [...SETTINGS, ...settings].flatMap((one) => ['-c', one])
  return {
    folder,
    data,
    start: () => running(spawn(...unprivileged('postgres', ['-D', data, '-k', folder, ...all])), onLine),
    stop: async () => void (await once(spawn(...stop('fast')), 'exit')),
  }
}

const NEW = (data: string): [string, string[]] => [
  'initdb',
  ['-D', data, '-U', 'hub', '-A', 'trust', '-N', '-E', 'UTF8'],
]

export function runProgram(program: string, args: string[]): void {
  const ran = spawnSync(...unprivileged(program, args))
  if (ran.status !== 0) throw new Error(`${program} failed: ${ran.stderr.toString()}`)
}

/**
 * The data need not be durable. Autovacuum would only process unused databases and change query plans during a test.
 */
const SETTINGS = [
  'listen_addresses=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
]

const isRoot = process.getuid?.() === 0

/** Postgres refuses to run as root. The server must not survive a killed test process. */
function unprivileged(program: string, args: string[]): [command: string, args: string[], { cwd: string }] {
  if (!postgresPrograms) throw new Error('no Postgres programs on this machine')
  const user = isRoot ? ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'] : []
  return [
    'setpriv',
    [...user, '--pdeathsig', 'QUIT', join(postgresPrograms, program), ...args],
    { cwd: tmpdir() },
  ]
}

const userId = (name: string, kind: '-u' | '-g' = '-u'): number =>
  Number(spawnSync('id', [kind, name], { encoding: 'utf8' }).stdout)

/** Resolves when the server accepts connections. Afterwards the server no longer keeps this process alive. */
async function running(child: ChildProcess, onLine?: (line: string) => void): Promise<void> {
  const output: string[] = []
  const ready = Promise.withResolvers<void>()
  const lines = createInterface({ input: child.stderr! })
  lines.on('line', (line) => {
    output.push(line)
    if (/ready to accept (read-only )?connections/.test(line)) ready.resolve()
  })
  lines.on('close', () => ready.reject(new Error(`postgres ended: ${output.join('\n')}`)))
  await ready.promise
  lines.removeAllListeners()
  for (const stream of [child.stdin, child.stdout]) stream?.destroy()
  if (onLine) lines.on('line', onLine)
  else child.stderr!.destroy()
  ;(child.stderr as Socket).unref()
  child.unref()
}
