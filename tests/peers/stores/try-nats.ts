import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { natsBus } from '../../bus/buses.ts'
import { makeCertificates } from '../../support/certificates.ts'
import { freePorts } from '../../support/free-ports.ts'
import { createMigratedPostgres } from '../../support/migrated.ts'
import { makeNatsUser } from '../../support/nats-users.ts'
import { until } from '../../support/until.ts'
import { STORES_TABLE } from '../clients/page.ts'
import type { AreaReport } from '../report.ts'
import { createTries } from '../tries.ts'
import { doctorOn } from './doctor.ts'
import { installGoProgram, NATS_SERVER } from './go-programs.ts'
import { startOutside } from './outside-program.ts'
import { chatAtOther, startPair, stopAtOther } from './pair.ts'

export async function tryNats(report: AreaReport): Promise<void> {
  await using parts = new AsyncDisposableStack()
  const t = { after: (then: () => unknown) => parts.defer(async () => void (await then())) }
  const program = await installGoProgram(NATS_SERVER)
  const folder = await mkdtemp(join(tmpdir(), 'hub-nats-'))
  parts.defer(() => rm(folder, { recursive: true }))
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  const start = async (config: string) => {
    const [port] = await freePorts(1)
    const path = await write(`${port}.conf`, config)
    const server = await startOutside([program, '-a', 'localhost', '-p', String(port), '-c', path], {
      port: port!,
    })
    parts.use(server)
    return { ...server, port: port! }
  }
  const { tried, run } = createTries('nats-server')
  const { ca, certificate, key } = await makeCertificates(t)
  const [user, stranger] = [makeNatsUser(), makeNatsUser()]
  const creds = await write('hub.creds', user.creds())
  const strange = await write('strange.creds', stranger.creds())
  const [seed, strangeSeed] = [await write('hub.nk', user.seed), await write('strange.nk', stranger.seed)]
  const tls = (more = '') => `tls { cert_file: "${certificate}", key_file: "${key}" ${more} }\n`
  const database = { SVC_DATABASE_URL: await createMigratedPostgres() }
  const judge = (url: string) => doctorOn('bus', { ...database, SVC_BUS_URL: url })

  for (const [what, config, right, wrong, reason] of [
    [
      'user',
      'authorization { user: hub, password: one }\n',
      'nats://hub:one@H',
      'nats://hub:two@H',
      /user and password/,
    ],
    ['token', 'authorization { token: one }\n', 'nats://one@H', 'nats://two@H', /refuses the token/],
    ['nkey', user.nkeyServer, `nats://H?nkey=${seed}`, `nats://H?nkey=${strangeSeed}`, /key of nkey=/],
    [
      'credentials-file',
      user.operatorServer,
      `nats://H?creds=${creds}`,
      `nats://H?creds=${strange}`,
      /of creds=/,
    ],
    ['private-authority', tls(), `tls://H?ca=${ca}`, 'tls://H', /does not trust.* ca=<file>/],
    [
      'client-certificate',
      tls(`, ca_file: "${ca}", verify: true`),
      `tls://H?ca=${ca}&cert=${certificate}&key=${key}`,
      `tls://H?ca=${ca}`,
      /requires a client certificate/,
    ],
    [
      'handshake-first',
      tls(', handshake_first: true'),
      `tls://H?ca=${ca}&handshake_first=true`,
      `tls://H?ca=${ca}`,
      /requires TLS first/,
    ],
  ] as const)
    await run(what, async () => {
      const { port } = await start(config)
      const at = (url: string) => url.replace('H', `localhost:${port}`)
      assert.equal(await judge(at(right)), 'ok the message bus accepts the Hub')
      assert.match(await judge(at(wrong)), new RegExp(`^warn .*${reason.source}`))
    })

  await run('accounts', async () => {
    const { port } = await start(
      ['one', 'two']
        .map((name) => `${name}: { users: [{ user: ${name}, password: x }] }`)
        .join(', ')
        .replace(/^.*$/, (accounts) => `accounts { ${accounts} }\n`),
    )
    const buses = ['one', 'one', 'two'].map((name) =>
      natsBus(t as never, `nats://${name}:x@localhost:${port}`),
    )
    const received: string[] = []
    buses.forEach((bus, n) => bus.subscribe('work.check', (text) => received.push(`${n} ${text}`)))
    await until(() => buses.every((bus) => bus.reachesOthers()))
    await new Promise((resolve) => setTimeout(resolve, 300))
    buses[0]!.publish('work.check', 'x')
    await new Promise((resolve) => setTimeout(resolve, 500))
    assert.deepEqual(received.toSorted(), ['0 x', '1 x'])
  })

  const server = await start(user.operatorServer)
  const environment = { ...database, SVC_BUS_URL: `nats://localhost:${server.port}?creds=${creds}` }
  await using pair = await startPair(environment)
  await run('chat', () => chatAtOther(pair))
  await run('stop', () => stopAtOther(pair))
  await run('killed', async () => {
    await server.kill()
    await stopAtOther(pair)
    await server.start()
    await stopAtOther(pair)
  })
  await run('rotated', async () => {
    await server.kill()
    const next = makeNatsUser()
    await write(`${server.port}.conf`, next.operatorServer)
    await server.start()
    await stopAtOther(pair)
    await write('hub.creds', next.creds())
    const isAccepted = async () =>
      (await judge(environment.SVC_BUS_URL)) === 'ok the message bus accepts the Hub'
    await until(isAccepted, { everyMs: 500 })
    await stopAtOther(pair)
  })
  report.row({ table: STORES_TABLE, name: 'NATS server', version: NATS_SERVER.version, tried })
}
