import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test, type TestContext } from 'node:test'
import type { OpenIdProvider, ProviderRequest } from '../support/openid-provider.ts'
import { BACKENDS } from '../support/stores.ts'
import { decideAtProvider } from '../support/openid-consent.ts'
import { until } from '../support/until.ts'
import {
  asBrowser,
  begin,
  callbackOf,
  comeBack,
  errorIn,
  must,
  SERVERS,
  startIntegrations,
} from './integrations-world.ts'

const HOUR = 3_600_000
const ONLY = '?provider=mcp:files'
const FORM = 'application/x-www-form-urlencoded; charset=utf-8'

for (const backend of BACKENDS)
  describe(`providers with ways of their own on ${backend.kind}`, { skip: backend.skip }, () => {
    test('parameters of an administrator go along, stay with an edit and end no connection [integrations.parameters]', async (t) => {
      const { chat, admin, addOpenId, connect } = await startIntegrations(t, {
        chat: { location: await backend.locate(t) },
      })
      await addOpenId('files')
      const pat = await chat.addUser('Pat', admin)
      const plain = new URL(await begin(pat, 'files')).searchParams
      assert.deepEqual([plain.get('access_type'), plain.get('prompt')], [null, 'consent'])
      assert.equal(errorIn(await connect(pat, 'files')), null)

      const wanted = { access_type: 'offline', prompt: 'consent login', 'x-hint': 'a b&state=c' }
      await addOpenId('files', { config: { authorize_parameters: wanted } })
      const asked = new URL(await begin(pat, 'files')).searchParams
      for (const [name, value] of Object.entries(wanted)) assert.deepEqual(asked.getAll(name), [value])
      for (const name of plain.keys()) assert.equal(asked.getAll(name).length, 1, name)
      assert.equal(asked.get('redirect_uri'), callbackOf('files'))

      const stored = async () => (await must(admin.get(SERVERS))).json.TOOL_SERVER_CONNECTIONS[0]
      assert.deepEqual((await stored()).config.authorize_parameters, wanted)
      const renamed = { ...(await stored()), info: { ...(await stored()).info, name: 'Filing' } }
      assert.deepEqual((await must(admin.post(`${SERVERS}/files`, renamed))).json, { status: true, ended: 0 })
      assert.deepEqual((await stored()).config.authorize_parameters, wanted)
      assert.equal((await stored()).connections, 1)
    })

    test('a provider that refuses us counts as wrongly set up, says so to all people, and works after the fix [integrations.set-up-wrong]', async (t) => {
      const { admin, clock, pat, addOpenId, connect, session, sessions, entry } = await connected(t, {
        chat: { location: await backend.locate(t) },
      })
      const tool = async () => (await must(pat.get('/api/v1/tools/'))).json[0]
      assert.equal((await entry()).problem, null)
      await addOpenId('files', { info: { oauth_client_secret: 'not the secret' } })
      clock.advance(HOUR - 200_000)
      const still = await session()
      assert.ok(still.token, 'the token it has works on')
      assert.equal(still.state, 'healthy')
      assert.equal((await entry()).problem, 'invalid_client', 'an administrator hears of it first')
      clock.advance(HOUR)
      const ended = await session()
      assert.deepEqual([ended.token, ended.state], [null, 'misconfigured'])
      assert.deepEqual((await sessions(pat)).json[0].state, 'misconfigured')
      assert.deepEqual(
        [(await tool()).authenticated, (await tool()).connection.state],
        [false, 'misconfigured'],
      )
      assert.equal(
        errorIn(await connect(pat, 'files')),
        'Files was not connected: it answered “invalid_client”. The settings of this provider are wrong: contact an administrator.',
      )
      assert.equal((await entry()).connections, 1, 'the connection is kept')

      await addOpenId('files')
      assert.equal((await entry()).problem, null)
      const again = await session()
      assert.deepEqual([again.state, again.id], ['healthy', ended.id])
      assert.ok(again.token)
      assert.equal((await must(admin.get(SERVERS))).text.includes('not the secret'), false)
    })
  })

describe('parameters', () => {
  test('are refused by name if they belong to the protocol or make no address [integrations.parameters]', async (t) => {
    const { admin, addOpenId } = await startIntegrations(t)
    const entry = await addOpenId('files')
    const put = (parameters: unknown) =>
      admin.post(`${SERVERS}/files`, {
        ...entry,
        config: { ...(entry['config'] as object), authorize_parameters: parameters },
      })
    const ours = 'state redirect_uri code_challenge code_challenge_method scope client_id response_type'
    for (const name of `${ours} nonce resource request request_uri response_mode client_secret STATE`.split(
      ' ',
    )) {
      const answer = await put({ access_type: 'offline', [name]: 'x' })
      assert.equal(answer.status, 422, name)
      assert.match(JSON.stringify(answer.json.detail), new RegExp(`${name} is set by this service`))
    }
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`p${n}`, 'x']))
    for (const bad of [many, 'a=b', ['a'], { '': 'x' }, { 'a b': 'x' }, { a: 7 }, { a: 'x'.repeat(501) }])
      assert.equal((await put(bad)).status, 422, JSON.stringify(bad))
    assert.equal((await put({ a: 'x\r\ny' })).status, 422)
  })
})

describe('token answers of a kind of their own', () => {
  test('an error with status 200 leaves no connection, or ends the one there is [integrations.odd-answers]', async (t) => {
    const { provider, clock, pat, connect, session } = await connected(t)
    const refuse = (error: string) =>
      provider.intercept(
        ({ path }, response) =>
          path === '/token' && answer(response, 'application/json', JSON.stringify({ error })),
      )
    refuse('bad_verification_code')
    assert.equal(
      errorIn(await connect(pat, 'files')),
      'Files was not connected: it answered “bad_verification_code”.',
    )
    assert.equal((await session()).state, 'healthy', 'the one there was stays')
    refuse('bad_refresh_token')
    clock.advance(2 * HOUR)
    const ended = await session()
    assert.deepEqual([ended.token, ended.state], [null, 'revoked'])
    provider.intercept(null)
    assert.equal(errorIn(await connect(pat, 'files')), null)
    assert.equal((await session()).state, 'healthy')
  })

  test('a provider that answers in forms is connected and renewed, and is asked for JSON [integrations.odd-answers]', async (t) => {
    const world = await startIntegrations(t)
    const { provider, clock, admin, connect, sessions } = world
    const seen: (string | undefined)[] = []
    provider.intercept(async (request, response) => {
      if (request.path !== '/token' || request.headers['x-again']) return false
      seen.push(request.headers.accept)
      const { id_token: _, ...made } = (await (await again(provider, request)).json()) as Record<
        string,
        string
      >
      return answer(response, FORM, new URLSearchParams(made).toString())
    })
    const config = {
      kind: 'oauth2',
      token_url: `${provider.url}/token`,
      client_authentication: 'basic',
      issuer: provider.url,
      oauth_scope: 'files.read',
    }
    await world.addOpenId('files', { url: `${provider.url}/auth`, config })
    const pat = await world.chat.addUser('Pat', admin)
    assert.equal(errorIn(await connect(pat, 'files')), null)
    const first = (await sessions(pat, ONLY)).json[0]
    assert.equal(first.expires_at, Math.floor(clock.now() / 1000) + 3600)
    clock.advance(2 * HOUR)
    const second = (await sessions(pat, ONLY)).json[0]
    assert.notEqual(second.token.access_token, first.token.access_token)
    assert.ok(await provider.accepts(second.token.access_token))
    assert.deepEqual(seen, ['application/json', 'application/json'])
  })
})

describe('scopes that a provider refuses', () => {
  test('for a lasting connection are left out, once, wherever it refuses them [integrations.scopes]', async (t) => {
    const { provider, chat, admin, addOpenId, sessions } = await startIntegrations(t)
    await addOpenId('files')
    const pat = await chat.addUser('Pat', admin)
    const refuse = (response: ServerResponse, to: string, state: string, code: string) =>
      response
        .writeHead(302, {
          location: `${to}?error=${code}&state=${state}&iss=${encodeURIComponent(provider.url)}`,
        })
        .end() !== null
    const after = async (away: string) => {
      const back = (await fetch(away, { redirect: 'manual' })).headers.get('location')!
      return (await comeBack(pat, back)).headers.get('location')!
    }
    const isOffline = (query: URLSearchParams) => query.get('scope')!.includes('offline_access')
    provider.intercept(({ path, query }, response) =>
      path === '/auth' && isOffline(query)
        ? refuse(response, query.get('redirect_uri')!, query.get('state')!, 'invalid_scope')
        : false,
    )
    const next = await after(await begin(pat, 'files', '?from=settings'))
    const asked = new URL(next).searchParams
    assert.deepEqual([asked.get('scope'), asked.get('prompt')], ['openid files.read', null])
    const ended = await comeBack(pat, await decideAtProvider(next))
    assert.deepEqual(
      [errorIn(ended), ended.headers.get('location')!.includes('settings=connections')],
      [null, true],
    )
    assert.equal((await sessions(pat, ONLY)).json[0].scope, 'openid files.read')

    provider.intercept(({ path, query }, response) =>
      path === '/auth'
        ? refuse(response, query.get('redirect_uri')!, query.get('state')!, 'invalid_scope')
        : false,
    )
    const second = await after(await begin(pat, 'files'))
    const back = (await fetch(second, { redirect: 'manual' })).headers.get('location')!
    assert.equal(errorIn(await comeBack(pat, back)), 'Files was not connected: it answered “invalid_scope”.')

    // Keycloak refuses offline access only when the code is exchanged.
    let refusals = 0
    provider.intercept(({ path }, response) => {
      if (path !== '/token' || refusals++ > 0) return false
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end('{"error":"not_allowed","error_description":"Offline tokens not allowed"}')
      return true
    })
    const late = await comeBack(pat, await decideAtProvider(await begin(pat, 'files')))
    const again = late.headers.get('location')!
    assert.equal(isOffline(new URL(again).searchParams), false)
    assert.equal(errorIn(await comeBack(pat, await decideAtProvider(again))), null)
  })

  test('are not asked for where an administrator says so [integrations.scopes]', async (t) => {
    const { chat, admin, addOpenId } = await startIntegrations(t)
    const pat = await chat.addUser('Pat', admin)
    await addOpenId('files', { config: { offline_access: false, oauth_scope: 'files.read offline_access' } })
    const asked = new URL(await begin(pat, 'files')).searchParams
    assert.deepEqual([asked.get('scope'), asked.get('prompt')], ['openid files.read', null])
  })

  test('a renewal names its scopes to a provider that refuses one without them [integrations.scopes]', async (t) => {
    const { provider, clock, session } = await connected(t)
    const asked: (string | null)[] = []
    provider.intercept(({ path, form }, response) => {
      if (path !== '/token') return false
      asked.push(form.get('scope'))
      if (form.has('scope')) return false
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end('{"error":"invalid_request","error_description":"scope is required"}')
      return true
    })
    clock.advance(2 * HOUR)
    assert.equal((await session()).state, 'healthy')
    assert.deepEqual(asked, [null, 'openid files.read offline_access'])
  })
})

describe('pushed authorization requests', () => {
  const pushes = (provider: OpenIdProvider) => provider.requests.filter(({ path }) => path === '/request')
  const refuseJson = (response: ServerResponse, body: object) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    return true
  }

  test('are sent to a provider that requires them, without the parts that it refuses [integrations.par]', async (t) => {
    const { provider, chat, admin, addOpenId, connect, sessions } = await startIntegrations(t, {
      provider: { requiresPar: true },
    })
    await addOpenId('files')
    const pat = await chat.addUser('Pat', admin)
    const address = new URL(await begin(pat, 'files'))
    assert.deepEqual([...address.searchParams.keys()].toSorted(), ['client_id', 'request_uri'])
    assert.equal(errorIn(await connect(pat, 'files')), null)
    assert.equal((await sessions(pat, ONLY)).json[0].state, 'healthy')
    assert.equal(pushes(provider).length, 2)

    provider.intercept(({ path, form }, response) =>
      path === '/request' && form.get('scope')!.includes('offline_access')
        ? refuseJson(response, { error: 'invalid_scope' })
        : false,
    )
    assert.equal(errorIn(await connect(pat, 'files')), null)
    assert.deepEqual(
      pushes(provider)
        .slice(2)
        .map(({ form }) => form.get('scope')),
      ['openid files.read offline_access', 'openid files.read'],
    )
    provider.intercept(
      ({ path }, response) => path === '/request' && refuseJson(response, { error: 'invalid_scope' }),
    )
    assert.equal(
      errorIn(await asBrowser(pat, '/oauth/clients/mcp:files/authorize')),
      'Files was not connected: it answered “invalid_scope”.',
    )
  })

  test('are sent to a provider that requires them of this client alone, from its first refusal on [integrations.par]', async (t) => {
    const { provider, chat, admin, addOpenId, connect } = await startIntegrations(t, {
      provider: { client: { require_pushed_authorization_requests: true } },
    })
    await addOpenId('files')
    const pat = await chat.addUser('Pat', admin)
    const refusal = async (away: string) =>
      comeBack(pat, (await fetch(away, { redirect: 'manual' })).headers.get('location')!)
    const second = (await refusal(await begin(pat, 'files', '?from=settings'))).headers.get('location')!
    assert.ok(new URL(second).searchParams.has('request_uri'))
    const ended = await comeBack(pat, await decideAtProvider(second))
    assert.deepEqual(
      [errorIn(ended), ended.headers.get('location')!.includes('settings=connections')],
      [null, true],
    )
    assert.equal(errorIn(await connect(pat, 'files')), null)
    assert.equal(pushes(provider).length, 2)

    provider.intercept(
      ({ path }, response) => path === '/request' && refuseJson(response, { error: 'unauthorized_client' }),
    )
    const refused = await refusal(await begin(pat, 'files'))
    assert.match(
      errorIn(refused)!,
      /^Files was not connected: the provider requires pushed authorization requests/,
    )
  })

  test('a provider without an address for them, or with bound tokens, is reported as such [integrations.par]', async (t) => {
    const { provider, chat, admin, addOpenId, connect } = await startIntegrations(t)
    await addOpenId('files')
    const pat = await chat.addUser('Pat', admin)
    provider.intercept(
      ({ path }, response) =>
        path === '/token' &&
        refuseJson(response, { error: 'invalid_request', error_description: 'DPoP proof is missing' }),
    )
    assert.match(errorIn(await connect(pat, 'files'))!, /bound to a key \(DPoP\), which is not supported/)
    await addOpenId('files', {
      url: `${provider.url}/auth`,
      config: { kind: 'oauth2', token_url: `${provider.url}/token` },
    })
    const state = new URL(await begin(pat, 'files')).searchParams.get('state')!
    const back = new URL(callbackOf('files'))
    back.searchParams.set('state', state)
    back.searchParams.set('error', 'invalid_request')
    back.searchParams.set('error_description', 'Pushed Authorization Request is only allowed.')
    assert.match(
      errorIn(await comeBack(pat, back.href))!,
      /the provider requires pushed authorization requests/,
    )
  })
})

describe('plain OAuth 2', () => {
  test('keeps the query of an authorization address, ends the replaced session, and reads scopes as a list [integrations.replaced]', async (t) => {
    const { provider, chat, admin, addOpenId, connect, sessions } = await startIntegrations(t)
    const config = {
      kind: 'oauth2',
      token_url: `${provider.url}/token`,
      revocation_url: `${provider.url}/token/revocation`,
    }
    await addOpenId('files', { url: `${provider.url}/auth?p=B2C_1_signin&scope=old`, config })
    const pat = await chat.addUser('Pat', admin)
    const asked = new URL(await begin(pat, 'files')).searchParams
    assert.deepEqual([asked.get('p'), asked.getAll('scope')], ['B2C_1_signin', ['files.read']])

    const tokenOf = (sid: string, number: number) =>
      ['{"alg":"none"}', JSON.stringify({ sid, number })]
        .map((part) => Buffer.from(part).toString('base64url'))
        .join('.') + '.x'
    const ended: string[] = []
    let next = ''
    provider.intercept(({ path, form }, response) => {
      if (path === '/token/revocation') ended.push(form.get('token')!)
      const made = {
        access_token: 'a',
        refresh_token: next,
        scope: ['files.read', 'files.write'],
        expires_in: '60',
      }
      return path.startsWith('/token') && answer(response, 'application/json', JSON.stringify(made))
    })
    for (next of [tokenOf('one', 1), tokenOf('one', 2), tokenOf('two', 3), 'opaque', 'another'])
      assert.equal(errorIn(await connect(pat, 'files')), null)
    await until(() => ended.length > 0)
    assert.deepEqual(ended, [tokenOf('one', 2)], 'only the tokens of another session at the provider')
    assert.equal((await sessions(pat, ONLY)).json[0].scope, 'files.read files.write')

    assert.equal((await pat.delete('/api/v1/auths/oauth/sessions/mcp:files')).status, 200)
    await until(() => ended.length > 1)
    assert.equal(ended[1], 'another')
  })
})

async function connected(t: TestContext, options: Parameters<typeof startIntegrations>[1] = {}) {
  const world = await startIntegrations(t, options)
  await world.addOpenId('files')
  const pat = await world.chat.addUser('Pat', world.admin)
  assert.equal(errorIn(await world.connect(pat, 'files')), null)
  return {
    ...world,
    pat,
    session: async () => (await must(world.sessions(pat, ONLY))).json[0],
    entry: async () => (await must(world.admin.get(SERVERS))).json.TOOL_SERVER_CONNECTIONS[0],
  }
}

const again = (provider: OpenIdProvider, { form, headers }: ProviderRequest) =>
  fetch(`${provider.url}/token`, {
    method: 'POST',
    body: form,
    headers: { authorization: headers.authorization!, 'x-again': 'yes' },
  })

const answer = (response: ServerResponse, type: string, body: string): boolean => {
  response.writeHead(200, { 'content-type': type })
  response.end(body)
  return true
}
