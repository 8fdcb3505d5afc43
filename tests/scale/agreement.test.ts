import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { agreeWithOthers } from '#cluster/instances/agreement.ts'
import { openInstance } from '#ground/instances/instance.ts'
import { frontEnvironment, hubEnvironment, readGatewayEnvironment } from '#supervisor/gateway/environment.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { hub as hubCommand } from '../support/hub-command.ts'
import { natsProgram, startNats } from '../support/nats.ts'
import { createPostgresDatabase } from '../support/postgres.ts'
import { runHub } from '../support/running-hub.ts'
import { startS3 } from '../support/s3.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { askForHalf, at, ended, startInstances } from './started-instances.ts'

const postgres = BACKENDS.find(({ kind }) => kind === 'postgres')!
const { skip } = postgres

test(
  'instances with one file of secrets share sessions, and an instance with other secrets does not start [scale.secrets]',
  { skip },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'hub-secrets-'))
    t.after(() => rm(folder, { recursive: true }))
    await using instances = await startInstances({ SVC_SESSION_SECRET: '' })
    const alone = await instances.start('alone')
    const before = await signUpAt(alone.url, 'Ann')
    const shared = join(folder, 'shared.json')
    const environment = { SVC_DATABASE_URL: instances.url }
    const exported = await hubCommand(['secrets', 'export', shared, '--hub', alone.folder], { environment })
    assert.deepEqual([exported.code, exported.stderr], [0, ''])
    const again = await hubCommand(['secrets', 'export', shared, '--hub', alone.folder], { environment })
    assert.deepEqual([again.code, /exists already|already exists/.test(again.stderr)], [1, true])
    await alone.stop()

    const barn = await instances.start('barn', { SVC_SECRETS_FILE: shared })
    const shed = await instances.start('shed', { SVC_SECRETS_FILE: shared })
    for (const instance of [barn, shed])
      assert.equal((await at(instance, before).get('/api/v1/auths/')).status, 200, 'nobody signs in again')

    await assert.rejects(instances.start('own'), /SVC_SECRETS_FILE: .* with a secrets file/)
    const other = join(folder, 'other.json')
    const secret = () => randomBytes(32).toString('base64url')
    const others = { bridgeKey: secret(), linkSecret: secret(), sessionSecret: secret() }
    await writeFile(other, JSON.stringify(others), { mode: 0o600 })
    await assert.rejects(
      instances.start('other', { SVC_SECRETS_FILE: other }),
      (error: Error) =>
        /with different secrets/.test(error.message) &&
        !Object.values(others).some((one) => error.message.includes(one)),
    )
    assert.equal((await at(shed, before).get('/api/v1/auths/')).status, 200, 'who is there goes on')
  },
)

test(
  'an instance needs only the file of secrets to join others, and reveals no key of it [scale.secrets]',
  { skip: skip || (natsProgram ? false : 'no nats-server on this machine') },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'hub-secrets-'))
    t.after(() => rm(folder, { recursive: true }))
    const services = {
      ...(await startS3(t)).environment(),
      SVC_DATABASE_URL: await createPostgresDatabase(),
      SVC_BUS_URL: (await startNats(t)).url,
      SVC_INBOX: 'store',
      SVC_CHATS: 'store',
    }
    await using first = await runHub({ environment: services })
    const shared = join(folder, 'shared.json')
    const args = ['secrets', 'export', shared, '--hub', first.folder]
    const exported = await hubCommand(args, { environment: services })
    assert.equal(exported.code, 0, exported.stderr)
    for (const [name, value] of Object.entries(services)) {
      assert.ok(exported.stdout.includes(name), name)
      if (!/store/.test(value)) assert.ok(!exported.stdout.includes(value), name)
    }
    await first.stop()

    const only = { SVC_DATABASE_URL: '', SVC_SECRETS_FILE: shared }
    await using barn = await runHub({ environment: only })
    await using shed = await runHub({ environment: only })
    const ann = await signUpAt(barn.url, 'Ann')
    const there = at(shed, ann)
    const { id } = (await ann.upload('notes.txt', 'for both')).json
    assert.equal((await there.get(`/api/v1/files/${id}/content`)).text, 'for both')
    const asked = await askForHalf(ann, 0)
    assert.match((await ended(there, asked)).message.content, /half\nand whole/)
    const gateway = await readGatewayEnvironment(folder, only)
    assert.equal(frontEnvironment(gateway)['SVC_BUS_URL'], services.SVC_BUS_URL)
    assert.equal(hubEnvironment(gateway, {})['SVC_CHATS'], 'store')
  },
)

test(
  'an instance that lacks settings of the others does not start beside them, and names the settings [scale.agreement]',
  { skip },
  async (t) => {
    const store = await openTestStore(t, postgres)
    const deps = { store, clock: systemClock, onFailure: (error: unknown) => assert.fail(String(error)) }
    const bucket = 'https://store/files/'
    const facts = (id: string, secrets: string | null, bus: boolean, blobs: string | null = bucket) => ({
      id,
      name: `the ${id}`,
      version: '1.0.0',
      folder: `folder of ${id}`,
      shared: { secrets, bus, blobs },
    })
    const agrees = (id: string, secrets: string | null, bus: boolean, now = systemClock.now) =>
      agreeWithOthers({ store, clock: { now } }, facts(id, secrets, bus))

    const first = await openInstance(deps, facts('first', 'one', true))
    await agrees('second', 'one', true)
    await assert.rejects(
      agrees('second', 'one', false),
      /SVC_BUS_URL: the first uses this database with a message bus/,
    )
    await assert.rejects(agrees('second', null, false), /SVC_SECRETS_FILE: [^\n]*\nSVC_BUS_URL/)
    await assert.rejects(
      agrees('second', 'one', true, () => Date.now() + 2500),
      /this machine’s clock differs by 2\.[345] s/,
    )
    await agrees('second', 'one', true, () => Date.now() + 700)
    for (const blobs of [null, 'https://store/others/'])
      await assert.rejects(
        agreeWithOthers(deps, facts('second', 'one', true, blobs)),
        /SVC_BLOBS_URL: the first uses this database with files in https:\/\/store\/files\/: set the same/,
      )
    await agreeWithOthers(deps, { ...facts('again', null, false, null), folder: 'folder of first' })
    await first[Symbol.asyncDispose]()
    await agrees('second', null, false)
  },
)
