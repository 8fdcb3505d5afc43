import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { startRecordingServer } from '../support/recording-server.ts'
import { BACKENDS } from '../support/stores.ts'
import { asBrowser, errorIn, EVERYBODY, must, SERVERS, startIntegrations } from './integrations-world.ts'

const LONG = 'x'.repeat(100_000)

interface Said {
  metadata?: Record<string, unknown>
  scopes?: string[]
  clientId?: string
}

async function startHostile(t: TestContext) {
  let output: Said = {}
  const server = await startRecordingServer(t, (request, response) => {
    const path = request.url!.split('?')[0]!
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const url = `http://${request.headers.host}`
    if (path === '/.well-known/oauth-protected-resource')
      return json(200, { resource: url, authorization_servers: [url], scopes_supported: output.scopes ?? [] })
    if (path === '/.well-known/oauth-authorization-server')
      return json(200, {
        issuer: url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        registration_endpoint: `${url}/reg`,
        response_types_supported: ['code'],
        ...output.metadata,
      })
    if (path === '/reg') return json(201, { client_id: output.clientId ?? 'us', redirect_uris: [] })
    return json(404, {})
  })
  const world = await startIntegrations(t)
  const pat = await world.chat.addUser('Pat', world.admin)
  let times = 0
  const entryOf = (name: string) => ({
    url: server.url,
    auth_type: 'oauth_2.1',
    config: { access_grants: [EVERYBODY] },
    info: { id: 'odd', name },
  })
  return {
    async answers(says: Said) {
      output = says
      const entry = entryOf(`Odd ${times++}`)
      await must(world.admin.post(`${SERVERS}/odd`, entry))
      const tried = await world.admin.post(`${SERVERS}/verify`, entry)
      const sent = await asBrowser(pat, '/oauth/clients/mcp:odd/authorize')
      await must(world.admin.delete(`${SERVERS}/odd`))
      assert.ok(sent.headers.get('location')!.length < 8000)
      return { tried: tried.json.detail ?? tried.json.status, error: errorIn(sent) }
    },
  }
}

test('a provider’s metadata are accepted if a browser can follow them, and reported otherwise [integrations.hostile]', async (t) => {
  const { answers } = await startHostile(t)
  assert.deepEqual(await answers({}), { tried: true, error: null })
  const noBrowser = 'The provider doesn’t support the authorization code grant, which connections need.'
  for (const address of [`https://x.test/${LONG}`, 'javascript:alert(1)', 'data:text/html,x'])
    assert.deepEqual(await answers({ metadata: { authorization_endpoint: address } }), {
      tried: noBrowser,
      error: noBrowser,
    })
  const plain = 'The provider doesn’t support PKCE with S256, which connections need.'
  assert.deepEqual(await answers({ metadata: { code_challenge_methods_supported: ['plain'] } }), {
    tried: plain,
    error: plain,
  })
  const scopes = 'The server requires more scopes than fit into a request.'
  assert.deepEqual(await answers({ scopes: [LONG] }), { tried: scopes, error: scopes })
  assert.deepEqual(await answers({ clientId: LONG }), {
    tried: true,
    error: 'The provider refused to register this service.',
  })
})

for (const backend of BACKENDS)
  describe(`hostile token answers on ${backend.kind}`, { skip: backend.skip }, () => {
    test('spoil no other connection, and are words to the person [integrations.hostile]', async (t) => {
      const world = await startIntegrations(t, {
        ids: ['files', 'mail'],
        chat: { location: await backend.locate(t) },
      })
      const { provider, admin, connect, sessions } = world
      const oauth2 = {
        kind: 'oauth2',
        token_url: `${provider.url}/token`,
        client_authentication: 'basic',
        oauth_scope: 'files.read',
      }
      await world.addOpenId('files')
      await world.addOpenId('mail', { url: `${provider.url}/auth`, config: oauth2, info: { name: 'Mail' } })
      const pat = await world.chat.addUser('Pat', admin)
      assert.equal(errorIn(await connect(pat, 'files')), null)
      const answerWith = (answer: Record<string, unknown>) =>
        provider.intercept(({ path }, response) => {
          if (path !== '/token') return false
          response.writeHead(200, { 'content-type': 'application/json' })
          response.end(JSON.stringify({ access_token: 'mail-token', token_type: 'Bearer', ...answer }))
          return true
        })
      for (const bad of [
        { access_token: 'a\r\nx-evil: 1' },
        { access_token: 7 },
        { access_token: '' },
        { refresh_token: 'r\u0000' },
        { token_type: 'mac' },
        { expires_in: {} },
        { expires_in: '-1' },
        { scope: { a: 1 } },
      ]) {
        answerWith(bad)
        assert.match(
          errorIn(await connect(pat, 'mail'))!,
          /Mail could not|can’t be used|invalid format/,
          JSON.stringify(bad),
        )
      }
      for (const odd of [{ expires_in: 1e308 }, { expires_in: null, refresh_token: null, scope: null }]) {
        answerWith(odd)
        assert.equal(errorIn(await connect(pat, 'mail')), null, JSON.stringify(odd))
        const all = (await must(sessions(pat))).json as { provider: string; state: string; token: unknown }[]
        assert.deepEqual(
          all.map(({ provider: of, state, token }) => `${of} ${state} ${token !== null}`).toSorted(),
          ['mcp:files healthy true', 'mcp:mail healthy true'],
          JSON.stringify(odd),
        )
      }
    })
  })
