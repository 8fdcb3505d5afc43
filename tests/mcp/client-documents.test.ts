import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createClientDocuments } from '#surfaces/mcp/oauth/client-documents.ts'
import { makeCertificates } from '../support/certificates.ts'
import { testClock } from '../support/clock.ts'
import { asked, exchange, renewal, startSignInHub } from '../support/mcp-sign-in.ts'
import { bearer, post, request } from '../support/mcp.ts'
import { GARDEN } from './garden.ts'

const REDIRECT = 'http://127.0.0.1/callback'
const { ca, ...tls } = await makeCertificates({ after })
const usual = getCACertificates('default')
setDefaultCACertificates([...usual, readFileSync(ca, 'utf8')])
after(() => setDefaultCACertificates(usual))

const counts = new Map<string, number>()
const site = createServer(
  { cert: readFileSync(tls.certificate), key: readFileSync(tls.key) },
  (incoming, response) => {
    const path = incoming.url!
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const document = { client_id: origin + path, client_name: 'Desk assistant', redirect_uris: [REDIRECT] }
    if (path === '/moved') return void response.writeHead(302, { location: `${origin}/client` }).end()
    if (path === '/large') Object.assign(document, { note: 'x'.repeat(20_000) })
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=600' })
    response.end(JSON.stringify(document))
  },
)
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
after(() => new Promise((resolve) => site.close(resolve)))
const host = `localhost:${(site.address() as AddressInfo).port}`
const origin = `https://${host}`

test('a program that describes itself signs people in without registering [mcp.oauth.documents]', async (t) => {
  const environment = { MCP_OAUTH_CLIENT_DOCUMENTS: host, SVC_FETCH_ALLOW_HOSTS: host }
  const hub = await startSignInHub(t, { files: GARDEN, environment })
  const metadata = await fetch(`${hub.origin}/.well-known/oauth-authorization-server/mcp/oauth`)
  const { client_id_metadata_document_supported: isSupported } = (await metadata.json()) as Record<
    string,
    unknown
  >
  assert.equal(isSupported, true)
  const { person } = await hub.member('Bea')
  const id = `${origin}/client`
  const redirect_uri = 'http://127.0.0.1:5123/callback'
  const wanted = asked(id, { redirect_uri })
  const shown = await person.get(`/mcp-authorization?${new URLSearchParams(wanted)}`)
  assert.deepEqual([shown.json.program, shown.json.described_at], ['Desk assistant', host])
  const code = (await hub.decide(person, wanted)).searchParams.get('code')!
  const { json } = await hub.form('token', exchange(id, code, { redirect_uri }))
  assert.equal((await post(hub.signInUrl, request('tools/list'), bearer(json.access_token))).status, 200)
  assert.equal((await hub.form('token', renewal(id, json.refresh_token))).status, 200)
  assert.equal(counts.get('/client'), 1, 'the document is kept')
  for (const [changes, status, why] of [
    [{ redirect_uri: 'http://127.0.0.1:5123/other' }, 400, /did not register/],
    [{ client_id: `${origin}/moved` }, 404, /status 302/],
    [{ client_id: 'https://evil.example/client' }, 404, /evil\.example.*MCP_OAUTH_CLIENT_DOCUMENTS/],
  ] as const) {
    const refused = await person.post('/mcp-authorization', { ...wanted, ...changes, allow: true })
    assert.equal(refused.status, status)
    assert.match(refused.text, why)
  }
  const unknown = await hub.form('token', exchange('https://evil.example/client', 'x'))
  assert.deepEqual([unknown.status, unknown.json.error], [401, 'invalid_client'])
  assert.match(await hub.register('https://connector.example/callback'), /^[0-9a-f-]{36}$/)
})

test('a document is fetched from public addresses only, with a limit, and again once it is old [mcp.oauth.documents]', async () => {
  const clock = testClock()
  const refusals: string[] = []
  const events = { documentRefused: ({ reason }: { reason: string }) => void refusals.push(reason) }
  const open = (allowedHosts: { hostname: string; port: number | null }[]) =>
    createClientDocuments({ allowed: [host], allowedHosts, clock, events })
  const [hostname, port] = ['localhost', Number(host.split(':')[1])]
  assert.match(JSON.stringify(await open([]).read(`${origin}/client`)), /Port \d+ is not allowed/)
  const documents = open([{ hostname, port }])
  const inside = createClientDocuments({
    allowed: ['internal.example'],
    allowedHosts: [],
    clock,
    events,
    resolve: async () => [{ address: '10.0.0.1', family: 4 }],
  })
  assert.match(
    JSON.stringify(await inside.read('https://internal.example/client')),
    /not on the public internet/,
  )
  assert.match(JSON.stringify(await documents.read(`${origin}/large`)), /16384 bytes/)
  assert.equal(refusals.length, 3)
  await documents.read(`${origin}/again`)
  clock.advance(599_999)
  await documents.read(`${origin}/again`)
  assert.equal(counts.get('/again'), 1)
  clock.advance(1)
  await documents.read(`${origin}/again`)
  assert.equal(counts.get('/again'), 2)
})
