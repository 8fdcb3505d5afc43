import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { startOauthMcpServer } from '../support/oauth-mcp-server.ts'
import { decideAtProvider } from '../support/openid-consent.ts'
import { startOpenIdProvider } from '../support/openid-provider.ts'
import {
  asBrowser,
  begin,
  comeBack,
  errorIn,
  EVERYBODY,
  must,
  SERVERS,
  startIntegrations,
} from './integrations-world.ts'

const REGISTER = '/api/v1/configs/oauth/clients/register?type=mcp'

async function start(t: TestContext) {
  const world = await startIntegrations(t)
  const mcp = await startOauthMcpServer(t, world.provider)
  const entry = (change: { url?: string; config?: object; info?: object } = {}) => ({
    url: change.url ?? mcp.url,
    path: '',
    type: 'mcp',
    auth_type: 'oauth_2.1',
    config: { enable: true, access_grants: [EVERYBODY], ...change.config },
    info: { id: 'garden', name: 'Garden', ...change.info },
  })
  const add = async (change = {}) => must(world.admin.post(`${SERVERS}/garden`, entry(change)))
  const pat = await world.chat.addUser('Pat', world.admin)
  const token = async () =>
    (await must(world.sessions(pat))).json[0].token?.access_token as string | undefined
  const call = async (accessToken = '') => {
    const answer = await fetch(mcp.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(accessToken && { authorization: `Bearer ${accessToken}` }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'test', version: '1' },
        },
      }),
    })
    await answer.text()
    return answer.status
  }
  return { ...world, mcp, entry, add, pat, token, call }
}

describe('an MCP server that wants OAuth', () => {
  test('is found, registered at and connected automatically, and accepts the token [integrations.mcp]', async (t) => {
    const { clock, provider, mcp, add, pat, connect, token, call } = await start(t)
    assert.equal(await call(), 401)
    await add()
    const away = new URL(await begin(pat, 'garden'))
    assert.deepEqual(
      [away.origin, away.searchParams.get('resource'), away.searchParams.get('scope')],
      [provider.url, mcp.url, 'files.read'],
    )
    assert.equal(errorIn(await comeBack(pat, await decideAtProvider(away.href))), null)
    const first = await token()
    assert.equal(await call(first), 200)
    assert.deepEqual(mcp.callers, ['pat'])
    assert.equal((await provider.accepts(first!))?.audience, mcp.url)
    clock.advance(7_200_000)
    const second = await token()
    assert.notEqual(second, first)
    assert.equal(await call(second), 200)
    assert.equal(provider.tokenRequests('refresh_token')[0]!.form.get('resource'), mcp.url)
    assert.equal(errorIn(await connect(pat, 'garden')), null)
    assert.equal(provider.requests.filter(({ path }) => path === '/reg').length, 1)
  })

  test('on another authorization server gets new connections, and none of the old tokens [integrations.mcp]', async (t) => {
    const { clock, provider, mcp, add, pat, connect, sessions, token, call } = await start(t)
    await add()
    assert.equal(errorIn(await connect(pat, 'garden')), null)
    const second = await startOpenIdProvider(t)
    mcp.moveTo(second)
    assert.equal(await call(await token()), 401)
    const away = new URL(await begin(pat, 'garden'))
    assert.equal(away.origin, second.url)
    assert.equal(second.requests.filter(({ path }) => path === '/reg').length, 1)
    clock.advance(7_200_000)
    assert.equal((await must(sessions(pat))).json[0].state, 'revoked')
    assert.deepEqual(
      second.requests.filter(({ path, body }) => path === '/token' && body.includes('refresh_token')),
      [],
    )
    assert.equal(provider.tokenRequests('refresh_token').length, 0)
    const again = await begin(pat, 'garden')
    assert.equal(errorIn(await comeBack(pat, await decideAtProvider(again))), null)
    assert.equal(await call(await token()), 200)
  })

  test('is registered at with fewer scopes, or none, where its provider refuses them there [integrations.mcp]', async (t) => {
    for (const refused of [/openid/, /files\.read/]) {
      const world = await startIntegrations(t)
      const mcp = await startOauthMcpServer(t, world.provider, { scopes: ['openid', 'files.read'] })
      const info = { id: 'garden', name: 'Garden' }
      const config = { enable: true, access_grants: [EVERYBODY] }
      await must(
        world.admin.post(`${SERVERS}/garden`, {
          url: mcp.url,
          type: 'mcp',
          auth_type: 'oauth_2.1',
          config,
          info,
        }),
      )
      const pat = await world.chat.addUser('Pat', world.admin)
      const asked: (string | undefined)[] = []
      world.provider.intercept(({ path, body }, response) => {
        if (path !== '/reg') return false
        const { scope } = JSON.parse(body) as { scope?: string }
        asked.push(scope)
        if (!refused.test(scope ?? '')) return false
        response.writeHead(403, { 'content-type': 'application/json' })
        response.end('{"error":"insufficient_scope","error_description":"Policy rejected the request"}')
        return true
      })
      const ended = await world.connect(pat, 'garden')
      // The flow first requests all scopes of the provider, because a Hub may need them later.
      const all = [
        'openid files.read files.write email profile groups',
        'openid files.read',
        'files.read',
        undefined,
      ]
      assert.deepEqual(asked, refused.test('files.read') ? all : all.slice(0, 3))
      // If the provider limits the client to its registered scopes, the flow retries without the other scopes.
      const end = errorIn(ended) === null ? ended.headers.get('location')! : ''
      const last = end.startsWith(world.provider.url)
        ? await comeBack(pat, await decideAtProvider(end))
        : ended
      assert.equal(errorIn(last), null)
      assert.equal((await world.sessions(pat)).json[0].state, 'healthy')
    }
  })

  test('is registered at beforehand by the form that stores it [integrations.mcp]', async (t) => {
    const { provider, admin, mcp, entry, pat, connect, token, call } = await start(t)
    const registered = (await must(admin.post(REGISTER, { url: mcp.url, client_id: 'garden' }))).json
    assert.equal(registered.status, true)
    const info = { oauth_client_info: registered.oauth_client_info }
    await must(admin.post(SERVERS, { TOOL_SERVER_CONNECTIONS: [entry({ info })] }))
    const [stored] = (await must(admin.get(SERVERS))).json.TOOL_SERVER_CONNECTIONS
    assert.equal(stored.info.oauth_client_info, '••••••••')
    assert.equal(errorIn(await connect(pat, 'garden')), null)
    assert.equal(await call(await token()), 200)
    assert.equal(provider.requests.filter(({ path }) => path === '/reg').length, 1)
    // The encrypted credential works only for the server that it was stored for.
    const stolen = { ...entry({ info }), info: { ...entry().info, ...info, id: 'other' } }
    await must(admin.post(`${SERVERS}/other`, stolen))
    assert.equal((await admin.get(SERVERS)).json.TOOL_SERVER_CONNECTIONS[1].info.oauth_client_info, null)
    for (const bad of [{}, { url: 'ftp://x', client_id: 'garden' }, { url: mcp.url, client_id: 'A B' }])
      assert.equal((await admin.post(REGISTER, bad)).status, 422)
    assert.equal(
      (await admin.post(REGISTER.replace('mcp', 'openapi'), { url: mcp.url, client_id: 'x' })).status,
      400,
    )
  })

  test('is registered at again when people reach us at another address [integrations.mcp]', async (t) => {
    const { provider, admin, pat, add, connect } = await start(t)
    await add()
    assert.equal(errorIn(await connect(pat, 'garden')), null)
    await must(admin.post('/api/v1/configs/import', { config: { 'webui.url': 'http://new.test' } }))
    const away = new URL(await begin(pat, 'garden'))
    assert.equal(away.searchParams.get('redirect_uri'), 'http://new.test/oauth/clients/mcp:garden/callback')
    const back = await comeBack(pat, await decideAtProvider(away.href))
    assert.equal(back.headers.get('location'), 'http://new.test/')
    assert.equal(provider.requests.filter(({ path }) => path === '/reg').length, 2)
  })

  test('is registered at again automatically when it has forgotten us [integrations.forgotten]', async (t) => {
    const { clock, chat, admin, provider, pat, add, connect, sessions, token, call } = await start(t)
    const registrations = () => provider.requests.filter(({ path }) => path === '/reg').length
    const clientOf = async () => new URL(await begin(pat, 'garden')).searchParams.get('client_id')!
    await add()
    assert.equal(errorIn(await connect(pat, 'garden')), null)
    const first = await clientOf()
    assert.equal(registrations(), 1)

    await provider.forgetClient(first)
    clock.advance(7_200_000)
    const [ended] = (await must(sessions(pat))).json
    assert.deepEqual([ended.state, ended.token], ['revoked', null], 'its person has to connect again')
    const others = [await chat.addUser('Kim', admin), await chat.addUser('Lee', admin)]
    const [asKim, asLee] = await Promise.all(others.map((person) => begin(person, 'garden')))
    assert.equal(registrations(), 2, 'once, whoever comes')
    const second = new URL(asKim!).searchParams.get('client_id')!
    assert.notEqual(second, first)
    assert.equal(new URL(asLee!).searchParams.get('client_id'), second)
    assert.equal(errorIn(await connect(pat, 'garden')), null)
    assert.equal(await call(await token()), 200)
    assert.equal(registrations(), 2)

    // The provider forgets the client, so the code of the running flow is invalid.
    const back = await decideAtProvider(await begin(pat, 'garden'))
    await provider.forgetClient(second)
    assert.match(
      errorIn(await comeBack(pat, back))!,
      /^Garden .* no longer knows this service. Connect again/,
    )
    assert.equal(errorIn(await connect(pat, 'garden')), null)
    assert.equal(registrations(), 3)
  })

  test('gives a slightly later person the newly registered client [integrations.forgotten]', async (t) => {
    const { chat, admin, provider, pat, add } = await start(t)
    await add()
    const clientIn = (away: string) => new URL(away).searchParams.get('client_id')!
    await provider.forgetClient(clientIn(await begin(pat, 'garden')))
    const kim = await chat.addUser('Kim', admin)
    const goOn = Promise.withResolvers<void>()
    let asked = 0
    provider.intercept(async ({ path }) => {
      if (path === '/token' && ++asked === 2) await goOn.promise
      return false
    })
    const both = [pat, kim].map((person) => begin(person, 'garden'))
    const first = await Promise.race(both)
    goOn.resolve()
    const clients = (await Promise.all(both)).map(clientIn)
    assert.deepEqual(clients, [clientIn(first), clientIn(first)])
    assert.equal(provider.requests.filter(({ path }) => path === '/reg').length, 2)
  })

  test('keeps its client while it can’t be asked whether it knows it [integrations.forgotten]', async (t) => {
    const { provider, pat, add } = await start(t)
    const clientOf = async () => new URL(await begin(pat, 'garden')).searchParams.get('client_id')
    await add()
    const first = await clientOf()
    for (const status of [500, 503, 429, 404]) {
      provider.intercept(({ path }, response) => {
        if (path !== '/token') return false
        response.writeHead(status, { 'content-type': 'text/plain' }).end('not now')
        return true
      })
      assert.equal(await clientOf(), first, String(status))
    }
    assert.equal(provider.requests.filter(({ path }) => path === '/reg').length, 1)
  })

  test('is tried out before it is stored [integrations.verify]', async (t) => {
    const { provider, admin, mcp, entry } = await start(t)
    const good = (await must(admin.post(`${SERVERS}/verify`, entry()))).json
    assert.deepEqual(
      { ...good, scopes_supported: [] },
      {
        status: true,
        issuer: provider.url,
        authorization_endpoint: `${provider.url}/auth`,
        scope: 'files.read',
        scopes_supported: [],
        resource: mcp.url,
        registers_clients: true,
        revokes: true,
      },
    )
    const refused = async (change: object) => {
      const answer = await admin.post(`${SERVERS}/verify`, entry(change))
      assert.equal(answer.status, 400)
      return answer.json.detail as string
    }
    assert.match(await refused({ url: 'http://127.0.0.1:1/mcp' }), /can’t be reached/)
    assert.match(await refused({ url: `${new URL(mcp.url).origin}/other` }), /publishes no OAuth metadata/)
    assert.match(
      await refused({
        url: new URL(mcp.url).origin,
        config: { kind: 'openid' },
        info: { id: 'garden', oauth_client_id: 'x' },
      }),
      /publishes no OAuth metadata/,
    )
    assert.deepEqual((await admin.get(SERVERS)).json.TOOL_SERVER_CONNECTIONS, [])
  })

  test('needs an administrator for its registration if our address comes from a request only [integrations.mcp]', async (t) => {
    const world = await startIntegrations(t, { chat: { publicUrl: null } })
    const mcp = await startOauthMcpServer(t, world.provider)
    const entry = {
      url: mcp.url,
      auth_type: 'oauth_2.1',
      config: { access_grants: [EVERYBODY] },
      info: { id: 'garden', name: 'Garden' },
    }
    await must(world.admin.post(`${SERVERS}/garden`, entry))
    const pat = await world.chat.addUser('Pat', world.admin)
    const refused = await asBrowser(pat, '/oauth/clients/mcp:garden/authorize')
    assert.equal(errorIn(refused), 'Garden is not set up yet. Ask an administrator.')
    const away = new URL(await begin(world.admin, 'garden'))
    assert.equal(away.searchParams.get('redirect_uri'), `${world.chat.url}/oauth/clients/mcp:garden/callback`)
    assert.equal(errorIn(await world.connect(pat, 'garden')), null)
  })
})

describe('plain OAuth 2', () => {
  test('works with the addresses that an administrator wrote [integrations.oauth2]', async (t) => {
    const world = await startIntegrations(t, {
      provider: {
        redirectUris: ['http://chat.test/oauth/clients/mcp:old/callback'],
        client: { token_endpoint_auth_method: 'client_secret_post' },
      },
    })
    const { provider, admin, clock } = world
    const config = {
      kind: 'oauth2',
      token_url: `${provider.url}/token`,
      revocation_url: `${provider.url}/token/revocation`,
      oauth_scope: 'files.read files.write',
    }
    await world.addOpenId('old', { url: `${provider.url}/auth`, config })
    const pat = await world.chat.addUser('Pat', admin)
    assert.equal(errorIn(await world.connect(pat, 'old')), null)
    assert.equal((await world.sessions(pat)).json[0].state, 'healthy')
    clock.advance(7_200_000)
    const token = (await world.sessions(pat)).json[0].token.access_token
    assert.ok(await provider.accepts(token))
    assert.deepEqual((await pat.delete('/api/v1/auths/oauth/sessions/mcp:old?report=true')).json, {
      status: true,
      revoked: 'done',
    })
    assert.equal(await provider.accepts(token), null)
  })

  test('scopes that a person left out are said to be missing [integrations.states]', async (t) => {
    const { chat, admin, addOpenId, connect, sessions } = await startIntegrations(t)
    await addOpenId('files', { config: { oauth_scope: 'files.read files.write' } })
    const pat = await chat.addUser('Pat', admin)
    const scopes = ['openid', 'offline_access', 'files.read']
    assert.equal(errorIn(await connect(pat, 'files', { scopes })), null)
    const [session] = (await sessions(pat)).json
    assert.deepEqual([session.state, session.scope], ['scope_missing', 'openid offline_access files.read'])
    assert.ok(session.token.access_token)
    const [tool] = (await pat.get('/api/v1/tools/')).json
    assert.deepEqual(
      [tool.authenticated, tool.connection.state, tool.connection.missing_scopes],
      [true, 'scope_missing', ['files.write']],
    )
  })
})

describe('failures during a connection', () => {
  test('a provider that fails at any step leaves no connection, says so, and works the next time [integrations.provider-down]', async (t) => {
    const { chat, provider, admin, addOpenId, connect, sessions } = await startIntegrations(t)
    await addOpenId('files')
    const pat = await chat.addUser('Pat', admin)
    const html = (path: string) =>
      provider.intercept((request, response) => {
        if (request.path !== path) return false
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Oops</h1>')
        return true
      })
    html('/.well-known/openid-configuration')
    assert.equal(
      errorIn(await asBrowser(pat, '/oauth/clients/mcp:files/authorize')),
      null,
      'the other well-known address has it too',
    )
    await provider.down()
    await addOpenId('files', { info: { name: 'Filing' } }) // storing an entry again clears the cached metadata of its provider
    assert.match(
      errorIn(await asBrowser(pat, '/oauth/clients/mcp:files/authorize'))!,
      /publishes no OAuth metadata/,
    )
    await provider.up()
    html('/token')
    assert.match(errorIn(await connect(pat, 'files'))!, /sent an invalid answer/)
    html('/jwks')
    // OpenID Connect permits skipping the signature check of an ID token received directly from the provider.
    provider.intercept((request, response) => {
      if (request.path !== '/token') return false
      const body = { access_token: 'x', token_type: 'Bearer', id_token: 'e30.e30.e30' }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return true
    })
    assert.match(errorIn(await connect(pat, 'files'))!, /sent an invalid answer/)
    provider.intercept((request, response) => {
      if (request.path !== '/token') return false
      const body = { error: 'invalid_grant', error_description: '<script>alert(1)</script>' }
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return true
    })
    assert.equal(
      errorIn(await connect(pat, 'files')),
      'Filing was not connected: it answered “invalid_grant”.',
    )
    provider.intercept(null)
    const callback = await decideAtProvider(await begin(pat, 'files'))
    const forged = callback.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example')
    assert.match(errorIn(await comeBack(pat, forged))!, /sent an invalid answer/)
    const without = (await decideAtProvider(await begin(pat, 'files'))).replace(/&iss=[^&]+/, '')
    assert.match(errorIn(await comeBack(pat, without))!, /sent an invalid answer/)
    const odd = callback.replace(/code=[^&]+/, 'error=%3Cscript%3E')
    assert.match(errorIn(await comeBack(pat, odd))!, /no longer valid/)
    const state = new URL(await begin(pat, 'files')).searchParams.get('state')!
    const iss = encodeURIComponent(provider.url)
    const error = `/oauth/clients/mcp:files/callback?error=%3Cscript%3E&state=${state}&iss=${iss}`
    assert.equal(
      errorIn(await asBrowser(pat, error)),
      'Filing was not connected: it answered “unknown_error”.',
    )
    assert.equal((await sessions(pat)).status, 400)
    assert.equal(errorIn(await connect(pat, 'files')), null)
  })

  test('browsers without a session are sent to sign in and back, keys are refused [integrations.connect]', async (t) => {
    const { chat, admin, addOpenId } = await startIntegrations(t, { chat: { apiKeys: true } })
    await addOpenId('files')
    const path = '/oauth/clients/mcp:files/authorize?from=settings'
    const signedOut = await asBrowser(chat.visitor, path)
    assert.deepEqual(
      [signedOut.status, signedOut.headers.get('location')],
      [302, `/auth?redirect=${encodeURIComponent(path)}`],
    )
    const { api_key: key } = (await must(admin.post('/api/v1/auths/api_key'))).json
    assert.equal((await asBrowser({ ...admin, token: key }, path)).status, 403)
    for (const unknown of ['mcp:nothing', 'files', 'mcp:', 'mcp:..%2f'])
      assert.equal((await asBrowser(admin, `/oauth/clients/${unknown}/authorize`)).status, 404, unknown)
    const withDescription = await decideAtProvider(await begin(admin, 'files', '?from=settings'))
    const back = await comeBack(admin, withDescription)
    assert.equal(back.headers.get('location'), 'http://chat.test/?settings=connections')
  })

  test('a provider for another redirect address refuses by itself [integrations.redirect]', async (t) => {
    const { chat, admin } = await startIntegrations(t)
    const other = await startOpenIdProvider(t, { redirectUris: ['http://elsewhere.test/callback'] })
    const entry = {
      url: other.url,
      auth_type: 'oauth_2.1_static',
      config: { kind: 'openid', access_grants: [EVERYBODY] },
      info: { id: 'files', oauth_client_id: other.clientId, oauth_client_secret: other.clientSecret },
    }
    await must(admin.post(`${SERVERS}/files`, entry))
    const pat = await chat.addUser('Pat', admin)
    await assert.rejects(decideAtProvider(await begin(pat, 'files')), /redirect_uri/)
  })
})
