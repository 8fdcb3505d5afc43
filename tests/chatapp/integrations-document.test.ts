import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startOauthMcpServer } from '../support/oauth-mcp-server.ts'
import { decideAtProvider } from '../support/openid-consent.ts'
import {
  begin,
  comeBack,
  errorIn,
  EVERYBODY,
  must,
  SERVERS,
  startIntegrations,
} from './integrations-world.ts'

const ORIGIN = 'https://chat.test'
const DOCUMENT = `${ORIGIN}/oauth/clients/mcp:garden/client.json`

async function start(t: TestContext, publicUrl = ORIGIN) {
  const fetched: string[] = []
  let isReachable = true
  const world = await startIntegrations(t, {
    chat: { publicUrl },
    provider: {
      readsDocuments: true,
      reach(address) {
        fetched.push(address)
        const { pathname } = new URL(address)
        return isReachable ? world.chat.url + pathname : 'http://127.0.0.1:1/'
      },
    },
  })
  const mcp = await startOauthMcpServer(t, world.provider)
  const entry = {
    url: mcp.url,
    auth_type: 'oauth_2.1',
    config: { access_grants: [EVERYBODY] },
    info: { id: 'garden', name: 'Garden' },
  }
  await must(world.admin.post(`${SERVERS}/garden`, entry))
  const pat = await world.chat.addUser('Pat', world.admin)
  return {
    ...world,
    pat,
    entry,
    fetched,
    clientOf: async () => new URL(await begin(pat, 'garden')).searchParams.get('client_id'),
    registrations: () => world.provider.requests.filter(({ path }) => path === '/reg').length,
    setReachable: (value: boolean) => void (isReachable = value),
  }
}

test('the document contains our client’s data for a provider, for connecting and renewing [integrations.document]', async (t) => {
  const { chat, clock, pat, provider, connect, sessions, clientOf, fetched, registrations } = await start(t)
  const answer = await fetch(`${chat.url}/oauth/clients/mcp:garden/client.json`)
  assert.match(answer.headers.get('content-type')!, /^application\/json/)
  assert.deepEqual(await answer.json(), {
    client_id: DOCUMENT,
    client_name: 'Hub Service',
    client_uri: `${ORIGIN}/`,
    redirect_uris: [`${ORIGIN}/oauth/clients/mcp:garden/callback`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'web',
  })
  assert.equal(errorIn(await connect(pat, 'garden')), null)
  assert.equal(await clientOf(), DOCUMENT)
  const [{ token }] = (await must(sessions(pat))).json
  clock.advance(7_200_000)
  const [renewed] = (await must(sessions(pat))).json
  assert.equal(renewed.state, 'healthy')
  assert.notEqual(renewed.token.access_token, token.access_token)
  assert.deepEqual([...new Set(fetched)], [DOCUMENT])
  const sent = [...provider.tokenRequests('refresh_token'), ...provider.tokenRequests('authorization_code')]
  for (const { form, headers } of sent) {
    assert.equal(form.get('client_id'), DOCUMENT)
    assert.deepEqual([headers.authorization, form.get('client_secret')], [undefined, null])
  }
  assert.equal(registrations(), 0)
})

test('a provider that refuses the document gets one registration, which stays [integrations.document]', async (t) => {
  const { pat, connect, clientOf, fetched, registrations, setReachable } = await start(t)
  setReachable(false)
  assert.equal(errorIn(await connect(pat, 'garden')), null)
  const client = await clientOf()
  assert.notEqual(client, DOCUMENT)
  setReachable(true)
  assert.equal(await clientOf(), client)
  assert.deepEqual(fetched, [DOCUMENT])
  assert.equal(registrations(), 1)
})

test('a provider that refuses the document once the person is there gets a registration too [integrations.document]', async (t) => {
  const { pat, clientOf, registrations } = await start(t)
  const away = new URL(await begin(pat, 'garden'))
  assert.equal(away.searchParams.get('client_id'), DOCUMENT)
  const state = away.searchParams.get('state')!
  const refused = new URLSearchParams({ error: 'unauthorized_client', state, iss: away.origin })
  const again = await comeBack(pat, `${ORIGIN}/oauth/clients/mcp:garden/callback?${refused.toString()}`)
  const second = again.headers.get('location')!
  assert.notEqual(new URL(second).searchParams.get('client_id'), DOCUMENT)
  assert.equal(errorIn(await comeBack(pat, await decideAtProvider(second))), null)
  assert.notEqual(await clientOf(), DOCUMENT)
  assert.equal(registrations(), 1)
})

test('a document that cannot be read for a while ends no connection [integrations.document]', async (t) => {
  const { clock, pat, provider, connect, sessions } = await start(t)
  await connect(pat, 'garden')
  const refuse = (path: string) => path === '/token'
  provider.intercept(({ path }, response) => {
    if (!refuse(path)) return false
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: 'invalid_client' }))
    return true
  })
  clock.advance(7_200_000)
  assert.equal((await must(sessions(pat))).json[0].state, 'misconfigured')
  provider.intercept(null)
  assert.equal((await must(sessions(pat))).json[0].state, 'healthy')
})

test('another public address is another document, and people connect again [integrations.document]', async (t) => {
  const { admin, clock, chat, pat, connect, sessions, clientOf, registrations } = await start(t)
  await connect(pat, 'garden')
  await must(admin.post('/api/v1/configs/import', { config: { 'webui.url': 'https://new.test' } }))
  const moved = 'https://new.test/oauth/clients/mcp:garden/client.json'
  const served = await fetch(`${chat.url}/oauth/clients/mcp:garden/client.json`)
  assert.equal(((await served.json()) as { client_id: string }).client_id, moved)
  assert.equal(await clientOf(), moved)
  clock.advance(7_200_000)
  assert.equal((await must(sessions(pat))).json[0].state, 'revoked')
  assert.equal(errorIn(await connect(pat, 'garden')), null)
  assert.equal((await must(sessions(pat))).json[0].state, 'healthy')
  assert.equal(registrations(), 0)
})

test('an address that no provider can reach is no client id [integrations.document]', async (t) => {
  const { chat, admin, entry, provider, clientOf, registrations, fetched } = await start(
    t,
    'https://localhost',
  )
  assert.equal((await fetch(`${chat.url}/oauth/clients/mcp:garden/client.json`)).status, 404)
  assert.doesNotMatch((await clientOf())!, /^https:/)
  assert.deepEqual([registrations(), fetched], [1, []])
  provider.intercept(async ({ path }, response) => {
    if (!path.startsWith('/.well-known/')) return false
    const metadata = {
      issuer: provider.url,
      authorization_endpoint: `${provider.url}/auth`,
      token_endpoint: `${provider.url}/token`,
      client_id_metadata_document_supported: true,
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
    return true
  })
  const tried = (await must(admin.post(`${SERVERS}/verify`, entry))).json
  assert.equal(tried.registers_clients, false)
})
