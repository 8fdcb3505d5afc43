import assert from 'node:assert/strict'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { folderWith } from '../support/folder.ts'
import { hub as hubCommand } from '../support/hub-command.ts'
import { natsProgram, startNats } from '../support/nats.ts'
import { createPostgresDatabase } from '../support/postgres.ts'
import { runHub } from '../support/running-hub.ts'
import { startS3 } from '../support/s3.ts'
import { BACKENDS } from '../support/stores.ts'

const { skip: noPostgres } = BACKENDS.find(({ kind }) => kind === 'postgres')!
const skip = noPostgres || (natsProgram ? false : 'no nats-server on this machine')
const ALONE = { SVC_DATABASE_URL: 'sqlite:.svc/hub.db' }

interface Told {
  status: string
  subject: string
  message: string
  fix?: string
}

async function scaleOf(folder: string, environment: Record<string, string>) {
  const { code, stdout, stderr } = await hubCommand(['doctor', folder, '--scale', '--json'], { environment })
  assert.equal(stderr, '')
  const { findings } = JSON.parse(stdout) as { findings: Told[] }
  return { code, told: findings.filter(({ subject }) => subject === 'scale') }
}

test(
  'doctor --scale names the reason that keeps a Hub on one instance, and nothing after the fix [cli.doctor-scale]',
  { skip },
  async (t) => {
    await using hub = await runHub({ environment: ALONE })
    const { folder } = hub
    const ann = await signUpAt(hub.url, 'Ann')
    await ann.upload('notes.txt', 'old notes')
    await hub.stop()
    const alone = await scaleOf(folder, ALONE)
    assert.equal(alone.code, 1)
    const fixes = alone.told.map(({ status, fix }) => `${status}: ${fix}`).join('\n')
    for (const fix of [
      /fail: set SVC_DATABASE_URL=postgres.* hub move store/,
      /fail: run hub secrets export <file>/,
      /fail: set SVC_BLOBS_URL, then run hub move files/,
      /fail: set SVC_INBOX=store/,
      /fail: set SVC_CHATS=store/,
      /warn: set SVC_BUS_URL/,
      /warn: run hub publish, then set SVC_HUB_SOURCE=store/,
    ])
      assert.match(fixes, fix)

    const [nats, s3] = [await startNats(t), await startS3(t)]
    const secrets = join(folder, '..', 'secrets.json')
    assert.equal(
      (await hubCommand(['secrets', 'export', secrets, '--hub', folder], { environment: ALONE })).code,
      0,
    )
    const shared = {
      ...s3.environment(),
      SVC_DATABASE_URL: await createPostgresDatabase(),
      SVC_SECRETS_FILE: secrets,
      SVC_BUS_URL: nats.url,
      SVC_INBOX: 'store',
      SVC_CHATS: 'store',
      SVC_HUB_SOURCE: 'store',
    }
    const migrate = (what: string) => hubCommand(['move', what, '--hub', folder], { environment: shared })
    assert.equal((await migrate('store')).code, 0)
    const before = await scaleOf(folder, shared)
    assert.ok(
      before.told.some(({ message }) => message === '1 file is only on this machine'),
      JSON.stringify(before),
    )
    assert.equal((await migrate('files')).code, 0)
    const { code, told } = await scaleOf(folder, shared)
    assert.deepEqual(
      told.filter(({ status }) => status !== 'ok').map(({ message }) => message),
      ['Postgres does not wait for a standby: the last acknowledged writes are lost if its disk fails'],
    )
    assert.equal(code, 0)
    await nats.stop()
    const away = await scaleOf(folder, shared)
    assert.ok(
      away.told.some(({ message }) => message.startsWith('the message bus of SVC_BUS_URL cannot be used (')),
      JSON.stringify(away),
    )
    assert.equal(away.code, 1)
  },
)

test('doctor --scale of a folder of Hubs reports shared parts once, and the own parts of each Hub [cli.doctor-scale]', async (t) => {
  const folder = await folderWith(t, {
    '.env': 'SVC_CHATS=store\n',
    'Garden/agent.md': 'You help.',
    'Garden/.env': 'SVC_INBOX=store\n',
    'Kitchen/agent.md': 'You help.',
  })
  for (const name of ['.env', 'Garden/.env']) await chmod(join(folder, name), 0o600)
  const { stdout } = await hubCommand(['doctor', folder, '--scale', '--json'], { environment: ALONE })
  const { findings, hubs } = JSON.parse(stdout) as { findings: Told[]; hubs: { findings: Told[] }[] }
  const wrong = (all: Told[]) =>
    all.filter(({ status, subject }) => subject === 'scale' && status === 'fail').map(({ fix }) => fix)
  assert.equal(wrong(findings).length, 3)
  assert.deepEqual(
    hubs.map((one) => wrong(one.findings)),
    [[], ['set SVC_INBOX=store']],
  )
})
