import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Path of the program: from the variable, else Debian's path. Null if the program is not installed. */
export const pgbouncerProgram: string | null =
  [process.env.TEST_PGBOUNCER, '/usr/sbin/pgbouncer'].find((path) => path && existsSync(path)) ?? null

/** pgbouncer with transaction pooling, on a socket in its own folder. @returns Address of pgbouncer */
export async function startPgbouncer(
  t: { after(then: () => unknown): void },
  database: string,
  settings: Record<string, string>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-pgbouncer-'))
  const { pathname, searchParams } = new URL(database.replace('@/', '@placeholder/'))
  const name = pathname.slice(1)
  const lines = Object.entries({ ...SETTINGS, ...settings, unix_socket_dir: folder })
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]\n${name} = host=${searchParams.get('host')} user=hub\n[pgbouncer]\n` +
      lines.map(([key, value]) => `${key} = ${value}\n`).join(''),
  )
  const isRoot = process.getuid?.() === 0 // pgbouncer refuses to run as root
  if (isRoot) chownSync(folder, userId('-u'), userId('-g'))
  const user = isRoot ? ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'] : []
  const child = spawn(
    'setpriv',
    [...user, '--pdeathsig', 'TERM', pgbouncerProgram!, join(folder, 'pgbouncer.ini')],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill()
    await ended
    await rm(folder, { recursive: true })
  })
  const output: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    output.push(line)
    if (line.includes('process up')) {
      child.stderr.resume()
      return `postgres://hub@/${name}?host=${encodeURIComponent(folder)}`
    }
  }
  throw new Error(`pgbouncer ended: ${output.join('\n')}`)
}

const SETTINGS = {
  listen_addr: '',
  listen_port: '5432',
  pool_mode: 'transaction',
  auth_type: 'any',
  default_pool_size: '2',
}

const userId = (kind: '-u' | '-g'): number =>
  Number(spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' }).stdout)
