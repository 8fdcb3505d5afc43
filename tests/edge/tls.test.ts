import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { request } from 'node:https'
import { connect as connectPlainly } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { connect, type TLSSocket } from 'node:tls'
import { once } from 'node:events'
import { certificateFacts } from '#ground/base/certificate-facts.ts'
import { redirectLogs } from '#ground/base/log.ts'
import { openStore } from '#ground/store/store.ts'
import { startEdge } from '../../src/processes/edge.ts'
import { makeCertificates } from '../support/certificates.ts'
import { storeOf } from '../support/own-services.ts'
import { rawRequest } from '../support/raw-http.ts'
import { startRecordingServer } from '../support/recording-server.ts'
import { runHub } from '../support/running-hub.ts'
import { until } from '../support/until.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/tls')
const NAME = 'garden.example'
const PUBLIC = `https://${NAME}`

async function certificateFolder(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'edge-tls-'))
  t.after(() => rm(folder, { recursive: true }))
  const put = (name: 'first' | 'second', kind: 'crt' | 'key') =>
    cp(join(FIXTURES, `${name}.${kind}`), join(folder, `edge.${kind}`))
  await put('first', 'crt')
  await put('first', 'key')
  const paths = { SVC_TLS_CERT_FILE: join(folder, 'edge.crt'), SVC_TLS_KEY_FILE: join(folder, 'edge.key') }
  return { folder, put, paths }
}

async function startTlsEdge(
  t: TestContext,
  environment: Record<string, string>,
  answer: string | RequestListener = 'from chatapp',
) {
  const hubFolder = await mkdtemp(join(tmpdir(), 'edge-role-'))
  const parts = new AsyncDisposableStack()
  t.after(() => parts.disposeAsync())
  parts.defer(() => rm(hubFolder, { recursive: true })) // after the edge ended, because it writes to the folder
  const chatapp = await startRecordingServer(t, answer)
  const edge = parts.use(
    await startEdge({
      hubFolder,
      environment: {
        PORT: '0',
        SVC_CHATAPP_PORT: String(chatapp.port),
        SVC_PUBLIC_URL: PUBLIC,
        ...environment,
      },
    }),
  )
  return { edge, url: edge.url, port: Number(new URL(edge.url).port), chatapp }
}

const trust = async () =>
  Promise.all(['first', 'second'].map((name) => readFile(join(FIXTURES, `${name}.crt`))))

interface Ask {
  path?: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

async function ask(port: number, { path = '/', method = 'GET', headers = {}, body = '' }: Ask = {}) {
  const asked = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    servername: NAME,
    ca: await trust(),
    headers: { Host: NAME, ...headers },
    agent: false,
  })
  asked.end(body)
  const [response] = await once(asked, 'response')
  const pieces = await response.toArray()
  return { response, text: Buffer.concat(pieces).toString() }
}

async function shownName(port: number): Promise<string> {
  const socket: TLSSocket = connect({ host: '127.0.0.1', port, servername: NAME, ca: await trust() })
  await once(socket, 'secureConnect')
  const { subject } = socket.getPeerCertificate()
  socket.destroy()
  return String(subject.CN)
}

test('with a certificate the edge itself speaks TLS, and the web chat learns it [edge.tls]', async (t) => {
  const { paths } = await certificateFolder(t)
  const { url, port, chatapp } = await startTlsEdge(t, paths)
  assert.match(url, /^https:/)
  const { response, text } = await ask(port)
  assert.deepEqual([response.statusCode, text], [200, 'from chatapp'])
  assert.equal(chatapp.received[0]!.headers['x-forwarded-proto'], 'https')
  const plain = await rawRequest(port, `GET / HTTP/1.1\r\nHost: ${NAME}\r\nConnection: close\r\n\r\n`).catch(
    () => null,
  )
  assert.notEqual(plain?.status, 200)
  const old = connect({
    host: '127.0.0.1',
    port,
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
    ca: await trust(),
  })
  await assert.rejects(once(old, 'secureConnect'))
  assert.equal(chatapp.received.length, 1)
})

test('a renewed certificate is used without a restart, and half of one changes nothing [edge.tls-renewal]', async (t) => {
  const { put, paths } = await certificateFolder(t)
  const lines: string[] = []
  redirectLogs({ write: (line) => void lines.push(line) })
  t.after(() => redirectLogs(process.stderr))
  const reported = (event: string) => until(() => lines.some((line) => line.includes(`"${event}"`)))
  const { port } = await startTlsEdge(t, paths)
  assert.equal(await shownName(port), 'first.garden.example')
  await put('second', 'crt')
  await reported('certificate.unreadable')
  assert.equal(await shownName(port), 'first.garden.example')
  await put('second', 'key')
  await reported('certificate.renewed')
  assert.equal(await shownName(port), 'second.garden.example')
  const key = await readFile(join(FIXTURES, 'second.key'), 'utf8')
  assert.ok(!lines.join('').includes(key.split('\n')[1]!))
})

test('closing completes a response over TLS, and neither an idle connection nor half a handshake delays it [edge.tls]', async (t) => {
  const { paths } = await certificateFolder(t)
  let finish = () => {}
  const slow: RequestListener = (_request, response) => {
    response.write('half ')
    finish = () => response.end('whole')
  }
  const { edge, port } = await startTlsEdge(t, paths, slow)
  const idle = connect({ host: '127.0.0.1', port, servername: NAME, ca: await trust() })
  await once(idle, 'secureConnect')
  const silent = connectPlainly({ host: '127.0.0.1', port })
  await once(silent, 'connect')
  const asked = request({
    host: '127.0.0.1',
    port,
    servername: NAME,
    ca: await trust(),
    headers: { Host: NAME },
  })
  asked.end()
  const [response] = await once(asked, 'response')
  const pieces = response[Symbol.asyncIterator]()
  assert.equal(String((await pieces.next()).value), 'half ')
  const closed = edge[Symbol.asyncDispose]()
  await Promise.all([once(idle, 'close'), once(silent, 'close')])
  finish()
  assert.equal(String((await pieces.next()).value), 'whole')
  await closed
})

test('the error for a missing TLS setting names its variable [edge.tls]', async (t) => {
  const { folder, paths, put } = await certificateFolder(t)
  const { SVC_TLS_CERT_FILE, SVC_TLS_KEY_FILE } = paths
  const refused = (environment: Record<string, string>, expected: RegExp) =>
    assert.rejects(startTlsEdge(t, environment), expected)
  await refused({ SVC_TLS_CERT_FILE }, /^BadConfiguration: SVC_TLS_KEY_FILE: is missing/)
  await refused({ SVC_TLS_KEY_FILE }, /^BadConfiguration: SVC_TLS_CERT_FILE: is missing/)
  await refused({ ...paths, SVC_PUBLIC_URL: 'http://garden.example' }, /SVC_PUBLIC_URL: expected the https/)
  await refused(
    { ...paths, SVC_TLS_KEY_FILE: join(folder, 'none') },
    /SVC_TLS_KEY_FILE: .*none cannot be read \(ENOENT\)/,
  )
  await put('second', 'key')
  await refused(paths, /SVC_TLS_CERT_FILE: is no PEM certificate to the key of SVC_TLS_KEY_FILE/)
})

test('a whole Hub with a certificate: ready, its cookies for https only [edge.tls]', async (t) => {
  const { paths } = await certificateFolder(t)
  await using hub = await runHub({
    environment: { ...paths, SVC_PUBLIC_URL: PUBLIC },
    processes: 'compact',
  })
  assert.match(hub.url, /^https:/)
  const { response, text } = await ask(Number(new URL(hub.url).port), {
    path: '/api/v1/auths/signup',
    method: 'POST',
    headers: { Origin: PUBLIC, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@garden.example', password: 'correct horse battery' }),
  })
  assert.equal(response.statusCode, 200, text)
  assert.match(String(response.headers['set-cookie']), /; Secure/)
})

test('the edge stores the validity of its certificate, and of a renewed one [edge.tls-record]', async (t) => {
  const { paths } = await certificateFolder(t)
  await using hub = await runHub({ environment: { ...paths, SVC_PUBLIC_URL: PUBLIC }, processes: 'compact' })
  await using store = await openStore(await storeOf(join(hub.folder, '.svc')))
  const recorded = async (isMeant: (endsAt: number) => boolean) => {
    for (;;) {
      const rows = await store.db.selectFrom('service_records').selectAll().execute()
      const [row, ...more] = rows.filter(({ ends_at_ms: at }) => at !== null && isMeant(at))
      if (row !== undefined) return { row, more }
      await new Promise((go) => setTimeout(go, 50))
    }
  }
  const first = await recorded(() => true)
  assert.deepEqual(
    [first.row.kind, first.row.subject, first.row.ends_at_ms, first.more],
    ['certificate', NAME, Date.UTC(2126, 9, 30, 3, 36, 4), []],
  )
  const { certificate, key } = await makeCertificates(t, 'renewed.example')
  await cp(key, paths.SVC_TLS_KEY_FILE)
  await cp(certificate, paths.SVC_TLS_CERT_FILE)
  const renewed = await recorded((endsAt) => endsAt < Date.now() + 3 * 86_400_000)
  assert.deepEqual([renewed.row.subject, renewed.more], ['renewed.example', []])
  assert.equal((await store.db.selectFrom('service_records').select('kind').execute()).length, 1)
})

test('the validity of a certificate with its chain ends with the first of them to end [edge.tls-record]', async (t) => {
  const short = await makeCertificates(t, 'short.example')
  const [long, own] = await Promise.all([
    readFile(join(FIXTURES, 'first.crt'), 'utf8'),
    readFile(short.certificate, 'utf8'),
  ])
  const facts = certificateFacts(Buffer.from(`${long}\n${own}`))
  assert.deepEqual(facts.names, [NAME])
  assert.ok(facts.endsAt < Date.now() + 3 * 86_400_000)
  assert.throws(() => certificateFacts(Buffer.from('nothing')), /contains no PEM certificate/)
})
