import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { hub as hubCommand } from '../support/hub-command.ts'
import { createMigratedPostgres } from '../support/migrated.ts'
import { startNats } from '../support/nats.ts'
import { makeNatsUser } from '../support/nats-users.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { runHub } from '../support/running-hub.ts'
import { NATS_SKIP } from './buses.ts'

async function credsFile(t: TestContext, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-creds-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'hub.creds')
  await writeFile(path, text, { mode: 0o600 })
  return path
}

test('a Hub with a bus file that cannot work does not start, and reports the file and the fix [bus.reasons]', async (t) => {
  const user = makeNatsUser()
  const path = await credsFile(t, user.creds())
  await chmod(path, 0o644)
  const start = (url: string) => runHub({ environment: { SVC_BUS_URL: url } })
  for (const [url, reason] of [
    [
      `nats://one?creds=${path}`,
      /SVC_BUS_URL: \S+hub\.creds \(creds\) is readable by others .*; run chmod 600/,
    ],
    ['nats://one?creds=/nowhere', /SVC_BUS_URL: \/nowhere \(creds\) does not exist; correct its path/],
    [`nats://sesame@one?creds=${path}`, /SVC_BUS_URL: has several credentials: keep/],
  ] as const)
    await assert.rejects(
      start(url),
      ({ message }: Error) =>
        reason.test(message) && /ended with 2/.test(message) && !message.includes('sesame'),
    )
})

test(
  'doctor reports why the bus refuses the Hub, and the Hub runs without the bus meanwhile [bus.reasons]',
  { skip: NATS_SKIP || (postgresPrograms ? false : 'no Postgres on this machine') },
  async (t) => {
    const user = makeNatsUser()
    const config = await credsFile(t, user.nkeyServer)
    const nats = await startNats(t, ['-c', config])
    const environment = { SVC_DATABASE_URL: await createMigratedPostgres() }
    const url = (rest: string) => `nats://127.0.0.1:${nats.port}${rest}`
    await using hub = await runHub({ environment: { ...environment, SVC_BUS_URL: url('') } })
    const findingFor = async (SVC_BUS_URL: string, more = {}) => {
      const { stdout } = await hubCommand(['doctor', '--json', '--offline', '--hub', hub.folder], {
        environment: { ...environment, SVC_BUS_URL, ...more },
      })
      const { findings } = JSON.parse(stdout) as { findings: { subject: string; status: string }[] }
      return findings.find(({ subject }) => subject === 'bus' || subject === 'SVC_BUS_URL')
    }
    const cannot = (why: string) => `the message bus of SVC_BUS_URL cannot be used (${why})`
    const seed = await credsFile(t, user.seed)
    assert.deepEqual(await findingFor(url(`?nkey=${seed}`)), {
      status: 'ok',
      subject: 'bus',
      message: 'the message bus accepts the Hub',
    })
    assert.deepEqual(await findingFor(url('')), {
      status: 'warn',
      subject: 'bus',
      message: cannot('the server requires credentials (Authorization Violation)'),
      fix: 'add a user and password, a token, creds=<file> or nkey=<file>',
    })
    assert.deepEqual(await findingFor(url('?nkey=/nowhere')), {
      status: 'fail',
      subject: 'bus',
      message: cannot('/nowhere (nkey) does not exist'),
      fix: 'correct its path or permissions',
    })
    await nats.stop()
    assert.deepEqual(await findingFor(url('')), {
      status: 'warn',
      subject: 'bus',
      message: cannot('connection refused'),
      fix: 'start the message bus, or correct the address in SVC_BUS_URL',
    })
    const onSqlite = await findingFor(url(''), { SVC_DATABASE_URL: 'sqlite:.svc/other.db' })
    assert.deepEqual([onSqlite?.subject, onSqlite?.status], ['SVC_BUS_URL', 'warn'])
  },
)
