import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { readBusAddress } from '#ground/bus/address.ts'
import { tryBus } from '#cluster/bus/open.ts'
import { sentenceOf } from '#cluster/bus/trouble.ts'
import { makeCertificates } from '../support/certificates.ts'
import { startNats } from '../support/nats.ts'
import { makeNatsUser } from '../support/nats-users.ts'
import { startTlsFirst } from '../support/tls-first.ts'
import { connectedBus, natsBus, NATS_SKIP } from './buses.ts'
import { until } from '../support/until.ts'

async function folderOf(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'hub-creds-'))
  t.after(() => rm(folder, { recursive: true }))
  const write = async (name: string, text: string, mode = 0o600) => {
    const path = join(folder, name)
    await writeFile(path, text, { mode })
    await chmod(path, mode)
    return path
  }
  const start = async (config: string, options: readonly string[] = []) =>
    startNats(t, ['-c', await write(`${config.length}.conf`, config), ...options])
  return { write, start }
}

const local = (port: number, rest: string) => `nats://localhost:${port}${rest}`
const encrypted = (port: number, rest: string) => `tls://localhost:${port}${rest}`
async function reasonFor(url: string): Promise<string | null> {
  const subjects = ['work.check']
  const trouble = await tryBus({ address: readBusAddress(url)!, secret: null, clock: systemClock, subjects })
  return trouble && sentenceOf(trouble)
}

describe('credentials of the bus', { skip: NATS_SKIP }, () => {
  test('a credentials file and an nkey file let an instance in, and a changed file needs no restart [bus.credentials]', async (t) => {
    const { write, start } = await folderOf(t)
    const user = makeNatsUser()
    const operator = await start(user.operatorServer)
    const expired = await write('hub.creds', user.creds({ expiresInS: -60 }))
    const url = local(operator.port, `?creds=${encodeURIComponent(expired)}`)
    const reports: string[] = []
    const bus = natsBus(t, url, { onOutage: (reason) => reports.push(reason) })
    await until(() => reports.length > 0)
    assert.match(reports[0]!, /^the credentials expired at 20\S+; replace the file of creds=$/)
    await write('hub.creds', user.creds())
    await until(() => bus.reachesOthers())
    await connectedBus(t, url)

    const nkeys = await start(user.nkeyServer)
    const seed = await write('hub.nk', `# the user of the Hub\n${user.seed}\n`)
    await connectedBus(t, local(nkeys.port, `?nkey=${seed}`))
  })

  test('a client certificate lets an instance in [bus.credentials]', async (t) => {
    const { write } = await folderOf(t)
    const { ca, certificate, key } = await makeCertificates(t)
    const tls = ['--tls', '--tlscert', certificate, '--tlskey', key]
    const server = await startNats(t, [...tls, '--tlsverify', '--tlscacert', ca], { hasUser: false })
    const named = `?ca=${ca}&cert=${certificate}&key=${key}`
    await connectedBus(t, encrypted(server.port, named))
    assert.match(
      (await reasonFor(encrypted(server.port, `?ca=${ca}`)))!,
      /requires a client certificate .*; add cert=<file>&key=<file>/,
    )
    const other = await makeCertificates(t)
    const refused = `?ca=${ca}&cert=${other.certificate}&key=${other.key}`
    assert.match((await reasonFor(encrypted(server.port, refused)))!, /refuse[sd] the client certificate/)
    const mixed = `?ca=${ca}&cert=${certificate}&key=${other.key}`
    assert.match((await reasonFor(encrypted(server.port, mixed)))!, /does not belong to the key of key=/)
    const text = await write('no.pem', 'nothing')
    assert.match((await reasonFor(encrypted(server.port, `?ca=${text}`)))!, /ca=<file> is not .* certificate/)
  })

  test('a refusal names its reason and its fix, without credentials [bus.reasons] [bus.secrets]', async (t) => {
    const { write, start } = await folderOf(t)
    const user = makeNatsUser()
    const stranger = makeNatsUser()
    const [operator, nkeys, plain] = [
      await start(user.operatorServer),
      await start(user.nkeyServer),
      await startNats(t),
    ]
    const { ca, certificate, key } = await makeCertificates(t)
    const first = await startTlsFirst(t, plain.port, { certificate, key })
    const secure = await startNats(t, ['--tls', '--tlscert', certificate, '--tlskey', key])
    const files = {
      strange: await write('strange.creds', stranger.creds()),
      mixed: await write('mixed.creds', user.creds({ seed: stranger.seed })),
      open: await write('open.creds', user.creds(), 0o644),
      empty: await write('empty.creds', ''),
      seed: await write('strange.nk', stranger.seed),
      wrong: await write('wrong.nk', user.seed.slice(0, -3)),
    }
    for (const [url, reason] of [
      [local(operator.port, ''), /^the server requires credentials \(Authorization Violation\); add a user/],
      [local(operator.port, `?creds=${files.strange}`), /^the server refuses the credentials of creds=/],
      [local(operator.port, `?creds=${files.mixed}`), /belong to different users; write the file again/],
      [local(operator.port, `?creds=${files.open}`), /is readable by others \(mode 644\); run chmod 600/],
      [local(operator.port, `?creds=${files.empty}`), /does not contain the JWT and the nkey seed/],
      [local(operator.port, '?creds=/nowhere.creds'), /^\/nowhere\.creds \(creds\) does not exist; correct/],
      [local(nkeys.port, `?nkey=${files.seed}`), /^the server refuses the key of nkey=/],
      [local(nkeys.port, `?nkey=${files.wrong}`), /does not contain the nkey seed of a user/],
      [`nats://sesame@localhost:${plain.port}`, /^the server refuses the token/],
      [`nats://hub:sesame@localhost:${plain.port}`, /^the server refuses user and password/],
      [
        encrypted(first, `?ca=${ca}`),
        /^the server requires TLS first; use tls:\/\/ with handshake_first=true$/,
      ],
      [local(first, ''), /^the server requires TLS first/],
      [encrypted(plain.port, ''), /^the server has no TLS; set up tls/],
      [encrypted(plain.port, '?handshake_first=true'), /^the server does not begin with TLS; remove/],
      [local(secure.port, ''), /authority that this machine does not trust.* as ca=<file> of a tls:/],
    ] as const) {
      const found = await reasonFor(url)
      assert.match(found ?? 'accepted', reason, url)
      assert.doesNotMatch(found!, new RegExp(`sesame|${user.seed}|${stranger.seed}|eyJ`))
    }
    await plain.stop()
    assert.equal(await reasonFor(plain.url), 'connection refused')
  })

  test('a server that withholds permissions is a refusal [bus.reasons]', async (t) => {
    const { start } = await folderOf(t)
    const server = await start(
      'authorization { users = [{ user: hub, password: one, permissions: { publish: ["_INBOX.>"] } }] }\n',
    )
    const reason = await reasonFor(`nats://hub:one@localhost:${server.port}`)
    assert.match(reason!, /^Permissions Violation for Publish to "work\.check"; permit the Hub’s subjects/i)
  })

  test('an outage that becomes a refusal is reported again [bus.reasons]', async (t) => {
    const { start } = await folderOf(t)
    const config = (password: string) => `authorization { users = [{ user: hub, password: ${password} }] }\n`
    const server = await start(config('one'))
    const reports: string[] = []
    const url = `nats://hub:one@localhost:${server.port}`
    const bus = natsBus(t, url, { onOutage: (reason) => reports.push(reason) })
    await until(() => bus.reachesOthers())
    await server.stop()
    await until(() => reports.length === 1)
    await start(config('two'), ['-p', String(server.port)])
    await until(() => reports.length === 2)
    assert.match(reports[1]!, /^the server refuses user and password/)
  })
})
