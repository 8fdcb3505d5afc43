import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { asSuperuser, createCluster, runProgram, signal } from './postgres.ts'
import { freePorts } from './free-ports.ts'
import { until } from './until.ts'

/** Two servers with synchronous replication: the second has each commit that the first acknowledged. */
export interface PostgresPair {
  first: PairedServer
  second: PairedServer
  urlOf(...servers: PairedServer[]): string
}

export interface PairedServer {
  port: number
  url: string
  /** Kills the server, like a power failure. */
  kill(): void
  freeze(): void
  thaw(): void
  promote(): void
  startAsStandby(): Promise<void>
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const [one, two] = await freePorts(2)
  const settings = (port: number) => [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'synchronous_commit=on',
    'wal_level=replica',
  ]
  const primary = createCluster(settings(one!))
  await primary.start()
  const source = ['-h', '127.0.0.1', '-p', String(one), '-U', 'hub']
  const standby = createCluster(settings(two!), (data) => [
    'pg_basebackup',
    ['-D', data, '-R', '-X', 'stream', '-c', 'fast', ...source],
  ])
  await standby.start()
  const first = paired(primary, one!)
  await asSuperuser(first.url, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
  await synchronous(first.url)
  return {
    first,
    second: paired(standby, two!),
    urlOf: (...servers) =>
      `postgres://hub@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres?target_session_attrs=read-write`,
  }
}

function paired(cluster: ReturnType<typeof createCluster>, port: number): PairedServer {
  return {
    port,
    url: `postgres://hub@127.0.0.1:${port}/postgres`,
    kill: () => signal(cluster, 'SIGKILL'),
    freeze: () => signal(cluster, 'SIGSTOP'),
    thaw: () => signal(cluster, 'SIGCONT'),
    promote: () => runProgram('pg_ctl', ['promote', '-s', '-w', '-D', cluster.data]),
    async startAsStandby() {
      writeFileSync(join(cluster.data, 'standby.signal'), '')
      await cluster.start()
    },
  }
}

async function synchronous(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await until(async () => {
    const { rows } = await client.query('select sync_state from pg_stat_replication')
    return rows[0]?.sync_state === 'sync'
  })
  await client.end()
}
