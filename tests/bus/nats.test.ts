import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ACCESS_CHANGED } from '#core/access/access-notifications.ts'
import { changedSubject } from '#features/artifacts/artifacts.ts'
import { systemClock } from '#ground/base/clock.ts'
import type { Bus } from '#ground/bus/bus.ts'
import { feedRequestSubject } from '#cluster/live-answers/feed-messages.ts'
import { createSeal, NO_SEAL } from '#cluster/bus/signature.ts'
import { receiptSubject, workSubject } from '#ground/bus/work-messages.ts'
import { begunSubject } from '#chatapp/turns/subjects.ts'
import { answerSubject, stopSubject } from '#cluster/live-answers/subjects.ts'
import { makeCertificates } from '../support/certificates.ts'
import { manualClock } from '../support/manual-clock.ts'
import { NATS_PASSWORD, startNats } from '../support/nats.ts'
import { startTlsFirst } from '../support/tls-first.ts'
import { connectedBus, natsBus, natsEnds, NATS_SKIP } from './buses.ts'
import { until } from '../support/until.ts'

describe('the bus over NATS', { skip: NATS_SKIP }, () => {
  test('two subscribers to the same subject both get a message, once each, and the sender too [bus.order]', async (t) => {
    const { speaker, listener } = await natsEnds(t)
    const received: string[] = []
    for (const [name, bus] of Object.entries({ a: listener, b: listener, own: speaker }))
      bus.subscribe('hint', (text) => received.push(`${name} ${text}`))
    using _ = listener.answer('ready', () => '')
    await until(async () => (await speaker.request('ready', '', 1000)).kind === 'answered')
    speaker.publish('hint', '1')
    assert.deepEqual(received, ['own 1']) // a bus calls its own subscribers at once
    await until(() => received.length === 3)
    assert.deepEqual(received.toSorted(), ['a 1', 'b 1', 'own 1'])
  })

  test('without its server it delivers messages in the process, and subscribes when the server comes [bus.restart]', async (t) => {
    const server = await startNats(t)
    await server.stop()
    const reports: string[] = []
    const bus = natsBus(t, server.url, {
      onOutage: (reason) => reports.push(`away: ${reason}`),
      onRecovery: () => reports.push('back'),
    })
    const received: string[] = []
    using _ = bus.subscribe('hint', (text) => received.push(text))
    using answering = bus.answer('question', () => 'yes')
    bus.publish('hint', 'from here')
    assert.deepEqual(received, ['from here'])
    assert.deepEqual(await bus.request('elsewhere', '', 60_000), { kind: 'no_responder' })
    await until(() => reports.length > 0)
    await server.start()
    const other = await connectedBus(t, server.url)
    await until(async () => (await other.request('question', '', 1000)).kind === 'answered')
    other.publish('hint', 'from there')
    await until(() => received.length === 2)
    assert.deepEqual(reports, ['away: connection refused', 'back'])
    assert.ok(answering)
  })

  test('nothing of its client is loaded where no server is named [bus.alone]', () => {
    const loaded = (url: string) => {
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', LOADED, url])
      return Number(stdout.toString() || stderr.toString())
    }
    assert.equal(loaded(''), 0)
    assert.ok(loaded('nats://127.0.0.1:1') > 0)
  })

  test('a refused sign-in at the server is reported once, without the credentials [bus.secrets]', async (t) => {
    const server = await startNats(t)
    const reports: string[] = []
    const url = `nats://hub:wrong-word@127.0.0.1:${server.port}`
    const bus = natsBus(t, url, { onOutage: (reason) => reports.push(reason) })
    await until(() => reports.length > 0)
    assert.deepEqual(await bus.request('anything', '', 1000), { kind: 'no_responder' })
    assert.match(reports.join(), /Authorization Violation/i)
    assert.doesNotMatch(reports.join(), /wrong-word|hub:/)
  })

  test('is encrypted where the address says so, and never without [bus.encrypted]', async (t) => {
    const { ca, certificate, key } = await makeCertificates(t)
    const server = await startNats(t, ['--tls', '--tlscert', certificate, '--tlskey', key])
    const secure = encrypted(server.url)
    await connectedBus(t, `${secure}?ca=${encodeURIComponent(ca)}`)
    const reports: string[] = []
    natsBus(t, secure, { onOutage: (reason) => reports.push(reason) })
    await until(() => reports.length > 0)
    const plain = await startNats(t)
    natsBus(t, `${encrypted(plain.url)}?ca=${encodeURIComponent(ca)}`, {
      onOutage: (reason) => reports.push(reason),
    })
    await until(() => reports.length > 1)
    assert.match(reports[0]!, /certificate .*ca=<file>/)
    assert.match(reports[1]!, /tls/i)
  })

  test('speaks TLS before the first message of a server where the address says so [bus.encrypted]', async (t) => {
    const { ca, certificate, key } = await makeCertificates(t)
    const plain = await startNats(t)
    const port = await startTlsFirst(t, plain.port, { certificate, key })
    const address = encrypted(plain.url).replace(String(plain.port), String(port))
    await connectedBus(t, `${address}?ca=${encodeURIComponent(ca)}&handshake_first=true`)
  })
})

describe('messages of instances with a shared secret', { skip: NATS_SKIP }, () => {
  test('reach only these instances, which ignore messages of others, of other subjects and of earlier times [bus.signed]', async (t) => {
    const { url } = await startNats(t)
    const forged: string[] = []
    const clock = manualClock(Date.now())
    const instance = natsBus(
      t,
      url,
      { onForged: (subject) => forged.push(subject) },
      createSeal('ours', clock),
    )
    const other = natsBus(t, url, {}, createSeal('ours', clock))
    const stranger = natsBus(t, url, {}, createSeal('theirs', clock))
    const tap = natsBus(t, url, {}, NO_SEAL)
    const received: string[] = []
    const passed: string[] = []
    instance.subscribe('stop', (text) => received.push(text))
    tap.subscribe('stop', (text) => passed.push(text))
    instance.answer('ready', (text) => `${text}, yes`)
    await until(async () => (await other.request('ready', 'you', 1000)).kind === 'answered')
    assert.deepEqual(await other.request('ready', 'you', 1000), { kind: 'answered', text: 'you, yes' })
    await until(() => stranger.reachesOthers())
    assert.deepEqual(await stranger.request('ready', 'you', 300), { kind: 'timeout' })

    await until(() => tap.reachesOthers())
    other.publish('stop', 'one')
    await until(() => received.length === 1 && passed.length === 1)
    const [sealed] = passed as [string]
    for (const [subject, text] of [
      ['stop', 'two'],
      ['stop', sealed.replace(/one$/, 'two')],
      ['stop', `x${sealed}`],
    ] as const)
      tap.publish(subject, text)
    stranger.publish('stop', 'three')
    clock.advance(10_001)
    tap.publish('stop', sealed)
    instance.subscribe('other', (text) => received.push(text))
    const next = createSeal('ours', clock).close('stop', 'of another subject')
    tap.publish('other', next.sealed)
    other.publish('stop', 'last')
    await until(() => received.includes('last'))
    assert.deepEqual(received, ['one', 'last'])
    assert.deepEqual(forged, ['ready'])
  })

  test('a response to another request is ignored, for any signer [bus.signed]', async (t) => {
    const { url } = await startNats(t)
    const seal = createSeal('ours', systemClock)
    const instance = natsBus(t, url, {}, seal)
    const tap = natsBus(t, url, {}, NO_SEAL)
    tap.answer('ready', () => seal.close('answer of something else', 'yes').sealed)
    await until(async () => (await instance.request('ready', '', 1000)).kind !== 'no_responder')
    assert.deepEqual(await instance.request('ready', '', 1000), { kind: 'timeout' })
  })
})

describe('a server set up as the page says', { skip: NATS_SKIP }, () => {
  test('permits our own subjects, and no others [bus.secrets]', async (t) => {
    const page = await readFile('docs/operations.md', 'utf8')
    const users = /^authorization \{[^]*?^\} \}\] \}$/m.exec(page)![0]
    const folder = await mkdtemp(join(tmpdir(), 'hub-nats-'))
    t.after(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'nats.conf'), users.replace('…', NATS_PASSWORD))
    const { url } = await startNats(t, ['-c', join(folder, 'nats.conf')])
    const refusals: string[] = []
    const [one, two] = [0, 1].map(() => natsBus(t, url, { onRefused: (why) => refusals.push(why) })) as [
      Bus,
      Bus,
    ]
    const received: string[] = []
    const answer = answerSubject('chat', 'answer')
    const reported = [
      answer,
      begunSubject('chat'),
      changedSubject('1'),
      ACCESS_CHANGED,
      workSubject('garden'),
    ]
    const asked = [feedRequestSubject(answer), stopSubject('chat', 'answer')]
    for (const subject of reported) two.subscribe(subject, (text) => received.push(text))
    for (const subject of asked) two.answer(subject, () => subject)
    for (const subject of asked)
      await until(async () => (await one.request(subject, '', 1000)).kind === 'answered')
    for (const subject of reported) one.publish(subject, subject)
    await until(() => received.length === reported.length)
    assert.deepEqual([received, refusals], [reported, []])
    assert.equal((await one.request(receiptSubject('garden'), '', 1000)).kind, 'no_responder')
    one.publish('somebody.else', '')
    await until(() => refusals.length > 0 && one.isRefused())
    assert.match(refusals[0]!, /permissions violation/i)
  })
})

const LOADED = `
  import { createRequire } from 'node:module'
  import { systemClock as clock } from '#ground/base/clock.ts'
  import { readBusAddress } from '#ground/bus/address.ts'
  import { openBus } from '#processes/bus.ts'
  const log = { warn() {}, info() {}, error() {} }
  await openBus({ bus: readBusAddress(process.argv[1]), secretsFile: null }, { clock, log })
  const paths = Object.keys(createRequire(import.meta.url).cache)
  console.log(paths.filter((path) => path.includes('@nats-io')).length)
  process.exit()`

/** The certificate is valid for a host name, not for an IP address. */
const encrypted = (url: string) => url.replace('nats:', 'tls:').replace('127.0.0.1', 'localhost')
