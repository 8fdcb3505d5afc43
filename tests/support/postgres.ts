import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'

/** Folder of the machine's newest Postgres programs, or null where there are none. */
export const postgresPrograms: string | null =
  globSync(['/usr/lib/postgresql/*/bin', '/opt/homebrew/opt/postgresql@*/bin', '/usr/pgsql-*/bin'])
    .toSorted()
    .at(-1) ?? null

let server: Promise<string> | undefined

/** Address of a new database, empty or a copy of one. Its server is started once per test process and ends with it. */
export async function createPostgresDatabase(template?: string): Promise<string> {
  const socketFolder = await (server ??= startServer())
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ host: socketFolder, user: 'hub', database: 'postgres' })
  await client.connect()
  await client.query(`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`)
  await client.end()
  return `postgres://hub@/${name}?host=${encodeURIComponent(socketFolder)}`
}

/** Run SQL as the superuser in the database of an address. */
export async function asSuperuser(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** A server that a test may stop and start again. */
export interface OwnPostgres {
  /** Of an empty database. */
  url: string
  stop(): Promise<void>
  start(): Promise<void>
  /** It keeps its connections and answers nothing, until it is let go on. */
  freeze(): void
  thaw(): void
}

/** Start a server for one test alone. */
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

/** Send a signal to a server's main process and all that it began. */
export function signal({ folder }: { folder: string }, name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  const main = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  for (const pid of [main, ...childrenOf(main)]) process.kill(pid, name)
}

const childrenOf = (parent: number): number[] =>
  readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Gives the folder of its socket. */
async function startServer(): Promise<string> {
  const { folder, start } = createCluster()
  await start()
  return folder
}

/**
 * Listens only on a socket in its own folder, so no port can be taken, unless its settings say more. Ends, and is gone, with
 * this process.
 *
 * @param make Fills the data folder; left out, it is a new one.
 * @param onLine Gets what it says once it is ready; left out, nobody listens.
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

/** Run one of Postgres's programs to its end. */
export function runProgram(program: string, args: string[]): void {
  const ran = spawnSync(...unprivileged(program, args))
  if (ran.status !== 0) throw new Error(`${program} failed: ${ran.stderr.toString()}`)
}

/**
 * Nothing here outlives the tests, so nothing needs to reach the disk; and what vacuums would only be busy with databases
 * that nobody uses any more, and change a plan while a test looks at it.
 */
const SETTINGS = [
  'listen_addresses=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
]

const isRoot = process.getuid?.() === 0

/** Postgres refuses root; and it must not outlive a test process that is killed. */
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

/** Resolve once it accepts connections; from then on it does not keep this process alive. */
async function running(child: ChildProcess, onLine?: (line: string) => void): Promise<void> {
  const said: string[] = []
  const ready = Promise.withResolvers<void>()
  const lines = createInterface({ input: child.stderr! })
  lines.on('line', (line) => {
    said.push(line)
    if (/ready to accept (read-only )?connections/.test(line)) ready.resolve()
  })
  lines.on('close', () => ready.reject(new Error(`postgres ended: ${said.join('\n')}`)))
  await ready.promise
  lines.removeAllListeners()
  for (const stream of [child.stdin, child.stdout]) stream?.destroy()
  if (onLine) lines.on('line', onLine)
  else child.stderr!.destroy()
  ;(child.stderr as Socket).unref()
  child.unref()
}
