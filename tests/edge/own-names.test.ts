import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { after, before, suite, test } from 'node:test'
import { hub as runCommand } from '../support/hub-command.ts'
import { rawRequest } from '../support/raw-http.ts'
import { freePorts } from '../support/free-ports.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'

interface Request {
  method?: string
  headers?: readonly string[]
  body?: unknown
}

const ask = async (
  port: number,
  host: string,
  path: string,
  { method, headers = [], body }: Request = {},
) => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [`${method ?? (text ? 'POST' : 'GET')} ${path} HTTP/1.1`, `Host: ${host}`, ...headers]
  if (text) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`)
  const close = headers.some((line) => /^connection:/i.test(line)) ? [] : ['Connection: close']
  return rawRequest(port, `${[...lines, ...close].join('\r\n')}\r\n\r\n${text}`)
}
const statusOf = async (...request: Parameters<typeof ask>) => (await ask(...request)).status
const portOf = (url: string) => Number(new URL(url).port)

const MALLORY = { name: 'Mallory', email: 'mallory@evil.example', password: 'correct horse battery' }
const signUpAs = (host: string): Request => ({ headers: [`Origin: http://${host}`], body: MALLORY })
const SIGN_UP = '/api/v1/auths/signup'

suite('a Hub as it starts', () => {
  let hub: RunningHub
  let inbound = 0
  before(async () => {
    inbound = (await freePorts(1))[0]!
    hub = await runHub({
      options: ['--webhook'],
      environment: {
        MCP_SERVER: 'true',
        SVC_INBOUND_PORT: String(inbound),
        WEBHOOK_INBOUND_SECRET: 'sesame',
      },
    })
  })
  after(() => hub[Symbol.asyncDispose]())

  test('a page under a name that resolves to our address creates no administrator [edge.own-names]', async () => {
    const edge = portOf(hub.url)
    for (const port of [edge, portOf(hub.ready.chatapp)]) {
      const host = `evil.example:${port}`
      assert.equal(await statusOf(port, host, SIGN_UP, signUpAs(host)), 421)
    }
    const elsewhere = { headers: ['Origin: https://evil.example'], body: MALLORY }
    assert.equal(await statusOf(edge, `localhost:${edge}`, SIGN_UP, elsewhere), 403)
    const own = `localhost:${edge}`
    assert.match((await ask(edge, own, SIGN_UP, signUpAs(own))).answer, /"role":"admin"/)
  })

  test('every server answers to its own names only, on every path [edge.own-names]', async () => {
    const paths = {
      [portOf(hub.url)]: [
        '/',
        '/portal/',
        '/mcp',
        '/artifacts/a/b',
        '/webhooks/garden-team/webhook',
        '/svc-portal-navigation.js',
        '/..',
      ],
      [portOf(hub.ready.chatapp)]: ['/', '/health', '/api/config'],
      [portOf(hub.bridge)]: ['/healthz', '/portal/', '/mcp', '/v1/models', '/artifacts/a/b', '/nothing'],
      [inbound]: ['/healthz', '/webhooks/garden-team/webhook'],
    }
    for (const [port, all] of Object.entries(paths))
      for (const path of all)
        for (const host of [
          'evil.example',
          'evil.example:80',
          '127.0.0.1.evil.example',
          'localhost.evil.example',
        ])
          assert.equal(await statusOf(Number(port), host, path), 421, `${host} ${port}${path}`)
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
    assert.equal(await statusOf(portOf(hub.url), 'evil.example', '/ws', { headers: upgrade }), 421)
  })

  test('any address, names of localhost and the computer’s name are own names [edge.own-names]', async () => {
    const ports = [hub.url, hub.ready.chatapp, hub.bridge].map(portOf)
    const hosts = ['127.0.0.1', '10.1.2.3:3080', '[::1]:80', '[2001:db8::1]', 'localhost', 'LocalHost.:1']
    for (const port of ports)
      for (const host of [...hosts, 'garden.localhost:3080', hostname(), `${hostname().toUpperCase()}:1`])
        assert.notEqual(await statusOf(port, host, '/healthz'), 421, host)
  })

  test('an invalid port is no name of ours [edge.own-names]', async () => {
    for (const port of ['0', '65536', '99999', '123456', 'x'])
      assert.equal(await statusOf(portOf(hub.url), `127.0.0.1:${port}`, '/'), 421, port)
  })

  test('the refusal names the setting, in a page for browsers and as JSON for programs [edge.own-names]', async () => {
    const page = await ask(portOf(hub.url), 'evil.example', '/', { headers: ['Accept: text/html'] })
    assert.match(
      page.answer,
      /^HTTP\/1\.1 421 .+Content-Type: text\/html.+SVC_PUBLIC_URL.+SVC_ALLOWED_HOSTS/s,
    )
    assert.match(page.answer, /Content-Security-Policy: default-src 'none'/)
    const { answer } = await ask(portOf(hub.url), 'evil.example', '/api/config')
    const { detail, code } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
    assert.equal(code, 'misdirected')
    assert.match(detail, /SVC_PUBLIC_URL.+SVC_ALLOWED_HOSTS/)
  })
})

test('without an edge the web chat answers to its own names only [edge.own-names]', async () => {
  await using hub = await runHub({ environment: { SVC_DISABLE_EDGE: '1' } })
  const port = portOf(hub.url)
  const [evil, own] = [`evil.example:${port}`, `127.0.0.1:${port}`]
  assert.equal(await statusOf(port, evil, SIGN_UP, signUpAs(evil)), 421)
  const forged = { headers: ['X-Forwarded-Host: localhost', `Origin: http://${evil}`], body: MALLORY }
  assert.equal(await statusOf(port, evil, SIGN_UP, forged), 421)
  assert.equal(await statusOf(port, own, SIGN_UP, signUpAs(own)), 200)
})

test('names that were set are its own, and the public address is the one origin of changes [edge.own-names]', async () => {
  await using hub = await runHub({
    environment: {
      SVC_PUBLIC_URL: 'https://hub.example.com',
      SVC_ALLOWED_HOSTS: 'proxy.internal, other.example',
    },
  })
  const port = portOf(hub.url)
  for (const host of ['hub.example.com', 'hub.example.com:443', 'proxy.internal:8080', 'OTHER.example'])
    assert.equal(await statusOf(port, host, '/health'), 200, host)
  assert.equal(await statusOf(port, 'evil.example', '/health'), 421)
  const signUp = (host: string, origin: string) =>
    statusOf(port, host, SIGN_UP, { headers: [`Origin: ${origin}`], body: MALLORY })
  for (const [host, origin] of [
    ['proxy.internal', 'http://proxy.internal'],
    ['proxy.internal', 'https://proxy.internal'],
    ['hub.example.com', 'http://hub.example.com'],
    ['hub.example.com', 'https://hub.example.com:8443'],
    [`127.0.0.1:${port}`, `http://127.0.0.1:${port}`],
  ] as const)
    assert.equal(await signUp(host, origin), 403, origin)
  // A proxy that terminates TLS may replace the host name by another name of the Hub.
  assert.equal(await signUp('proxy.internal', 'https://hub.example.com'), 200)
})

test('hub doctor warns of a Hub that answers to every name [edge.own-names]', async () => {
  await using hub = await runHub({ environment: { SVC_ALLOWED_HOSTS: '*' } })
  assert.equal(await statusOf(portOf(hub.url), 'evil.example', '/health'), 200)
  assert.equal(await statusOf(portOf(hub.url), 'evil.example:99999', '/health'), 421)
  const { stdout } = await runCommand(['doctor', hub.folder, '--json'], {
    environment: { SVC_ALLOWED_HOSTS: '*' },
  })
  const { findings } = JSON.parse(stdout) as { findings: { subject: string; status: string; fix?: string }[] }
  const found = findings.find(({ subject }) => subject === 'SVC_ALLOWED_HOSTS')
  assert.equal(found?.status, 'warn')
  assert.match(found?.fix ?? '', /SVC_PUBLIC_URL/)
})
