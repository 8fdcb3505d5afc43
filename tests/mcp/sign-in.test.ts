import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { manualClock } from '../support/manual-clock.ts'
import { bearer, callOf, messageIn, post, request } from '../support/mcp.ts'
import {
  asked,
  CHALLENGE,
  exchange,
  REDIRECT,
  renewal,
  startSignInHub,
  type SignInHub,
  VERIFIER,
} from '../support/mcp-sign-in.ts'
import { GARDEN } from './garden.ts'
import { callThatRuns, endedWithinFiveSeconds } from './running-call.ts'

const LIST = request('tools/list')

/** Shared by tests that advance no clock and use no limited resource. */
const shared = await startSignInHub({ after }, { files: GARDEN })

// The clock is behind real time, because the web chat refuses requests signed in the future.
const checks = manualClock(Date.now() - 20_000)
const watched = await startSignInHub({ after }, { clock: checks, files: GARDEN })

let people = 0
const member = (hub = shared) => hub.member(`Bea ${++people}`)

suite('finding out how to sign in', () => {
  test('the address for it names its document, and keys’ address finds nothing [mcp.oauth.discovery]', async () => {
    const { origin, signInUrl } = shared
    const unsigned = await post(signInUrl, LIST)
    const document = `${origin}/.well-known/oauth-protected-resource/mcp/oauth`
    const challenge = `Bearer realm="mcp", resource_metadata="${document}"`
    assert.deepEqual([unsigned.status, unsigned.headers.get('www-authenticate')], [401, challenge])
    assert.deepEqual(await (await fetch(document)).json(), {
      resource: signInUrl,
      authorization_servers: [signInUrl],
      bearer_methods_supported: ['header'],
      resource_name: 'Gardener',
    })
    const server = (await (
      await fetch(`${origin}/.well-known/oauth-authorization-server/mcp/oauth`)
    ).json()) as Record<string, unknown>
    assert.equal(server['issuer'], signInUrl)
    assert.equal(server['authorization_endpoint'], `${origin}/portal/mcp/authorize/garden`)
    assert.deepEqual(server['code_challenge_methods_supported'], ['S256'])
    for (const path of [
      'oauth-protected-resource',
      'oauth-protected-resource/mcp',
      'oauth-authorization-server',
      'oauth-authorization-server/mcp',
      'openid-configuration',
      'openid-configuration/mcp/oauth',
    ]) {
      const answer = await fetch(`${origin}/.well-known/${path}`)
      assert.deepEqual(
        [answer.status, answer.headers.get('content-type')?.split(';')[0]],
        [404, 'application/json'],
      )
    }
    const wrongKey = await post(`${origin}/mcp`, LIST, bearer('sk-wrong'))
    assert.equal(wrongKey.headers.get('www-authenticate'), 'Bearer realm="mcp", error="invalid_token"')
  })

  test('a refusal gives the sign-in method before the error of the HTTP method, and at the address for keys only without a key [mcp.oauth.challenge]', async () => {
    const { origin, signInUrl } = shared
    const documents = {
      [signInUrl]: `${origin}/.well-known/oauth-protected-resource/mcp/oauth`,
      [`${origin}/mcp`]: `${signInUrl}/protected-resource`,
    }
    for (const [url, document] of Object.entries(documents)) {
      for (const method of ['POST', 'GET', 'DELETE']) {
        const answer = await fetch(url, { method })
        const challenge = `Bearer realm="mcp", resource_metadata="${document}"`
        assert.deepEqual([answer.status, answer.headers.get('www-authenticate')], [401, challenge], method)
        assert.ok((await answer.text()).includes(signInUrl))
      }
      const described = (await (await fetch(document)).json()) as Record<string, unknown>
      assert.deepEqual([described['resource'], described['authorization_servers']], [url, [signInUrl]])
    }
    const { key } = await member()
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(`${origin}/mcp`, { method, headers: bearer(key) })
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'])
    }
    const wrong = await fetch(`${origin}/mcp`, { headers: bearer('sk-wrong-too') })
    assert.equal(wrong.headers.get('www-authenticate'), 'Bearer realm="mcp", error="invalid_token"')
    const token = await fetch(`${origin}/mcp`, { method: 'POST', headers: bearer('hub-at-over') })
    assert.match(token.headers.get('www-authenticate')!, /invalid_token.*resource_metadata=/)
  })

  test('addresses that clients guess name the right one [mcp.oauth.guesses]', async () => {
    const { origin, signInUrl } = shared
    for (const [method, path] of [
      ['POST', '/register'],
      ['POST', '/token'],
      ['POST', '/mcp/register'],
      ['GET', '/mcp/.well-known/openid-configuration'],
      ['GET', '/.well-known/oauth-authorization-server'],
      ['GET', '/.well-known/oauth-authorization-server/mcp'],
      ['GET', '/.well-known/openid-configuration/mcp/oauth'],
      ['GET', '/.well-known/oauth-protected-resource'],
    ] as const) {
      const answer = await fetch(origin + path, { method, ...(method === 'POST' && { body: '{}' }) })
      assert.equal(answer.status, 404, path)
      assert.match(await answer.text(), /\/mcp\/oauth/, path)
    }
    const asked = await fetch(`${signInUrl}/.well-known/openid-configuration`)
    assert.equal(asked.status, 404)
  })

  test('when it is off there is nothing to find [mcp.oauth.off]', async (t) => {
    const hub = await startSignInHub(t, { environment: { MCP_OAUTH: 'false' } })
    for (const path of ['oauth-protected-resource', 'oauth-authorization-server'])
      assert.equal((await fetch(`${hub.origin}/.well-known/${path}/mcp/oauth`)).status, 404)
    for (const path of ['', '/register', '/token', '/revoke'])
      assert.equal((await post(`${hub.signInUrl}${path}`, {})).status, 404)
    const { person, key } = await hub.member('Bea')
    assert.equal((await person.get('/mcp-sign-ins')).status, 404)
    assert.equal((await post(`${hub.origin}/mcp`, LIST, bearer(key))).status, 200)
  })
})

suite('a program that is a page', () => {
  const PAGE = { origin: 'https://inspector.example' }
  const mayRead = (answer: Response) => answer.headers.get('access-control-allow-origin')

  test('it may ask everything that signing in takes, and read refusals too [mcp.oauth.pages]', async () => {
    const { origin, signInUrl } = shared
    const documents = `${origin}/.well-known`
    for (const [method, url] of [
      ['GET', `${documents}/oauth-protected-resource/mcp/oauth`],
      ['GET', `${documents}/oauth-authorization-server/mcp/oauth`],
      ['POST', `${signInUrl}/register`],
      ['POST', `${signInUrl}/token`],
    ] as const) {
      const asked = { 'access-control-request-method': method }
      const preflight = await fetch(url, { method: 'OPTIONS', headers: { ...PAGE, ...asked } })
      assert.deepEqual(
        [preflight.status, mayRead(preflight), preflight.headers.get('access-control-allow-methods')],
        [204, '*', method],
      )
      const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
      assert.deepEqual(allowed, ['authorization', 'content-type', 'mcp-protocol-version'])
      const headers = { ...PAGE, 'content-type': 'text/plain' }
      const answer = await fetch(url, { method, headers, ...(method === 'POST' && { body: 'x' }) })
      assert.deepEqual([answer.status, mayRead(answer)], [method === 'GET' ? 200 : 415, '*'])
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    }
    const registered = await fetch(`${signInUrl}/register`, {
      method: 'POST',
      headers: { ...PAGE, 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [REDIRECT] }),
    })
    assert.deepEqual([registered.status, mayRead(registered)], [201, '*'])
  })

  test('nothing else is open to pages of other sites [mcp.oauth.pages]', async () => {
    const { origin, signInUrl } = shared
    for (const url of [
      `${origin}/mcp`,
      signInUrl,
      `${signInUrl}/revoke`,
      `${origin}/portal/api/mcp-authorization`,
      `${origin}/.well-known/openid-configuration`,
      `${origin}/.well-known/oauth-protected-resource/mcp`,
    ])
      for (const method of ['OPTIONS', 'GET', 'POST']) {
        const answer = await fetch(url, { method, headers: PAGE, ...(method === 'POST' && { body: '{}' }) })
        assert.equal(mayRead(answer), null, `${method} ${url}`)
      }
  })
})

suite('programs register', () => {
  test('anyone may register a program with a safe redirect address [mcp.oauth.registration]', async () => {
    const hub = shared
    const register = async (body: unknown, type = 'application/json') => {
      const answer = await fetch(`${hub.signInUrl}/register`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
    }
    const made = await register({
      client_name: 'Claude\u202e\nX',
      redirect_uris: [REDIRECT, REDIRECT],
      token_endpoint_auth_method: 'client_secret_post',
      logo_uri: 'https://evil.example/logo.png',
    })
    assert.equal(made.status, 201)
    assert.deepEqual(
      [made.json['client_name'], made.json['redirect_uris'], made.json['token_endpoint_auth_method']],
      ['Claude X', [REDIRECT], 'none'],
    )
    assert.ok(!('client_secret' in made.json))
    for (const [body, error] of [
      [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['http://example.com/'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: [] }, 'invalid_redirect_uri'],
      [{}, 'invalid_redirect_uri'],
      [{ redirect_uris: Array.from({ length: 11 }, (_, n) => `${REDIRECT}${n}`) }, 'invalid_redirect_uri'],
      [{ redirect_uris: [REDIRECT], grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
      ['{', 'invalid_client_metadata'],
      ['[]', 'invalid_client_metadata'],
    ] as const) {
      const refused = await register(body)
      assert.deepEqual([refused.status, refused.json['error']], [400, error], JSON.stringify(body))
    }
    assert.equal((await register('x'.repeat(40_000))).status, 413)
    assert.equal((await register({ redirect_uris: [REDIRECT] }, 'text/plain')).status, 415)
  })

  test('an address registers so many and is then told to wait [mcp.oauth.registration]', async (t) => {
    const hub = await startSignInHub(t, { clock: manualClock(Date.now()) })
    for (let n = 0; n < 30; n++) await hub.register(REDIRECT)
    await assert.rejects(hub.register(REDIRECT), /429/)
  })
})

suite('a person decides', () => {
  test('people see the requesting program, its permissions and the target of the response [mcp.oauth.consent]', async () => {
    const hub = shared
    const { person } = await member()
    const program = await hub.register(REDIRECT, 'Connector')
    const search = (id: string, more = {}) =>
      `/mcp-authorization?${new URLSearchParams({ ...asked(id, more) })}`
    const { json } = await person.get(search(program))
    assert.deepEqual(json, {
      program: 'Connector',
      destination: { kind: 'site', name: 'connector.example' },
      hub: { slug: 'garden', name: 'Gardener' },
      email: person.email,
      allowed: true,
    })
    const stranger = await hub.addPerson(`Cleo ${++people}`)
    assert.equal((await stranger.get(search(program))).json.allowed, false)
    for (const [more, status] of [
      [{ redirect_uri: 'https://evil.example/callback' }, 400],
      [{ redirect_uri: `${REDIRECT}/more` }, 400],
      [{ response_type: 'token' }, 400],
      [{ code_challenge_method: 'plain' }, 400],
      [{ code_challenge: 'short' }, 400],
      [{ resource: `${hub.origin}/mcp/oauth/` }, 400],
      [{ resource: 'https://other.example/mcp/oauth' }, 400],
      [{ hub: 'orchard' }, 404],
      [{ client_id: 'unknown' }, 404],
    ] as const) {
      assert.equal((await person.get(search(program, more))).status, status, JSON.stringify(more))
      const decision = await person.post('/mcp-authorization', { ...asked(program, more), allow: true })
      assert.equal(decision.status, status, JSON.stringify(more))
    }
  })

  test('only from our own page, signed in, and with access to the Hub [mcp.oauth.consent]', async () => {
    const hub = shared
    const { person, key } = await member()
    const program = await hub.register(REDIRECT)
    const body = { ...asked(program), allow: true }
    const evil = await person.post('/mcp-authorization', body, { origin: 'https://evil.example' })
    assert.deepEqual([evil.status, evil.json.code], [403, 'cross_origin'])
    assert.equal((await hub.visitor.post('/mcp-authorization', body)).status, 401)
    const byKey = await hub.visitor.post('/mcp-authorization', body, bearer(key))
    assert.deepEqual([byKey.status, byKey.json.code], [403, 'forbidden'])
    const stranger = await hub.addPerson(`Cleo ${++people}`)
    assert.equal((await stranger.post('/mcp-authorization', body)).status, 403)
    assert.equal((await person.post('/mcp-authorization', { ...body, extra: 1 })).status, 400)
  })

  test('yes brings a code, no brings none, and both the state and who answers [mcp.oauth.consent]', async () => {
    const hub = shared
    const { person } = await member()
    const program = await hub.register(`${REDIRECT}?kept=1`)
    const wanted = asked(program, { redirect_uri: `${REDIRECT}?kept=1`, state: 'a b&c' })
    const yes = await hub.decide(person, wanted)
    assert.equal(yes.origin + yes.pathname, REDIRECT)
    const { code, ...rest } = Object.fromEntries(yes.searchParams)
    assert.ok(code)
    assert.deepEqual(rest, { kept: '1', state: 'a b&c', iss: hub.signInUrl })
    const no = await hub.decide(person, wanted, false)
    assert.deepEqual(Object.fromEntries(no.searchParams), {
      kept: '1',
      error: 'access_denied',
      state: 'a b&c',
      iss: hub.signInUrl,
    })
  })
})

suite('tokens', () => {
  test('a program that was let in acts as its person, and who manages the Hub sees it [mcp.oauth.tokens]', async () => {
    const hub = shared
    const { person, key } = await member()
    const { accessToken } = await hub.signedIn(person)
    const answer = await post(hub.signInUrl, callOf('who'), bearer(accessToken))
    assert.equal(answer.status, 200)
    const { email, surface } = JSON.parse((await messageIn(answer)).result.content[0].text)
    assert.deepEqual([email, surface], [person.email, 'mcp'])
    assert.equal((await post(hub.signInUrl, LIST, bearer(key))).status, 200, 'keys work there too')
    assert.equal((await post(`${hub.origin}/mcp`, LIST, bearer(accessToken))).status, 401, 'only there')
    assert.equal((await post(hub.signInUrl, LIST, bearer(accessToken))).status, 200, 'and there still')
    await hub.admin.get('/me')
    const { json } = await hub.admin.get('/mcp-connections?hub=garden')
    assert.ok(json.items.some((item: { key: string }) => item.key === 'Test program'))
    const asIfSession = await hub.visitor.get('/mcp-sign-ins', bearer(accessToken))
    assert.equal(asIfSession.status, 401, 'no key to the Console')
  })

  test('a code is good once, for a minute, for its program, address and verifier [mcp.oauth.code]', async (t) => {
    const clock = manualClock(Date.now())
    const hub = await startSignInHub(t, { clock })
    const { person } = await hub.member('Bea')
    const program = await hub.register(REDIRECT)
    const other = await hub.register(REDIRECT)
    const codeFor = async () => (await hub.decide(person, asked(program))).searchParams.get('code')!
    for (const [more, error] of [
      [{ client_id: other }, 'invalid_grant'],
      [{ redirect_uri: 'http://127.0.0.1/' }, 'invalid_grant'],
      [{ code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
      [{ code_verifier: CHALLENGE }, 'invalid_grant'],
      [{ resource: `${hub.origin}/mcp` }, 'invalid_target'],
      [{ code_verifier: 'short' }, 'invalid_request'],
      [{ code_verifier: '' }, 'invalid_request'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      [{ grant_type: '' }, 'invalid_request'],
    ] as const) {
      const refused = await hub.form('token', exchange(program, await codeFor(), more))
      assert.deepEqual([refused.status, refused.json.error], [400, error], JSON.stringify(more))
    }
    const unknown = await hub.form('token', exchange('nobody', await codeFor()))
    assert.deepEqual([unknown.status, unknown.json.error], [401, 'invalid_client'])
    const late = await codeFor()
    clock.advance(60_000)
    assert.equal((await hub.form('token', exchange(program, late))).status, 400)
    const good = await hub.form('token', exchange(program, await codeFor(), { resource: hub.signInUrl }))
    assert.equal(good.status, 200)
    assert.equal(good.headers.get('cache-control'), 'no-store')
    assert.deepEqual([good.json.token_type, good.json.expires_in], ['Bearer', 3600])
    const twice = await fetch(`${hub.signInUrl}/token`, {
      method: 'POST',
      body: new URLSearchParams([...Object.entries(exchange(program, 'x')), ['code', 'y']]),
    })
    assert.deepEqual(
      [twice.status, ((await twice.json()) as { error: string }).error],
      [400, 'invalid_request'],
    )
    const json = await post(`${hub.signInUrl}/token`, exchange(program, 'x'))
    assert.equal(json.status, 400)
  })

  test('a code used twice, also concurrently, ends its tokens [mcp.oauth.code]', async () => {
    const hub = shared
    const { person } = await member()
    const { programId, code, accessToken, refreshToken } = await hub.signedIn(person)
    assert.equal((await post(hub.signInUrl, LIST, bearer(accessToken))).status, 200)
    assert.equal((await hub.form('token', exchange(programId, code))).status, 400)
    assert.equal((await post(hub.signInUrl, LIST, bearer(accessToken))).status, 401)
    assert.equal((await hub.form('token', renewal(programId, refreshToken))).status, 400)

    const again = (await hub.decide(person, asked(programId))).searchParams.get('code')!
    const both = await Promise.all([1, 2].map(() => hub.form('token', exchange(programId, again))))
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400],
    )
    const winner = both.find(({ status }) => status === 200)!.json.access_token
    assert.equal((await post(hub.signInUrl, LIST, bearer(winner))).status, 401)
  })

  test('a program that signs in where keys are sent gets a token for that address [mcp.oauth.tokens]', async () => {
    const hub = shared
    const { person } = await member()
    const programId = await hub.register(REDIRECT)
    const resource = `${hub.origin}/mcp`
    const back = await hub.decide(person, asked(programId, { resource }))
    assert.equal(back.searchParams.get('iss'), hub.signInUrl)
    const code = back.searchParams.get('code')!
    const { json } = await hub.form('token', exchange(programId, code, { resource }))
    assert.equal(json.resource, resource)
    assert.equal((await post(resource, LIST, bearer(json.access_token))).status, 200)
    assert.equal((await post(hub.signInUrl, LIST, bearer(json.access_token))).status, 401)
  })

  test('a refresh token returns the next pair, also on a retry, and its later use ends everything [mcp.oauth.refresh]', async (t) => {
    const clock = manualClock(Date.now())
    const hub = await startSignInHub(t, { clock })
    const { person } = await hub.member('Bea')
    const { programId, accessToken, refreshToken } = await hub.signedIn(person)
    const elsewhere = renewal(programId, refreshToken, { resource: `${hub.origin}/mcp` })
    assert.equal((await hub.form('token', elsewhere)).json.error, 'invalid_target')
    const { json: next } = await hub.form('token', renewal(programId, refreshToken))
    assert.equal((await post(hub.signInUrl, LIST, bearer(next.access_token))).status, 200)
    assert.equal((await post(hub.signInUrl, LIST, bearer(accessToken))).status, 401)
    const again = await hub.form('token', renewal(programId, refreshToken))
    assert.deepEqual([again.status, again.json], [200, next])
    clock.advance(20_000)
    const stolen = await hub.form('token', renewal(programId, refreshToken))
    assert.deepEqual([stolen.status, stolen.json.error], [400, 'invalid_grant'])
    assert.equal((await post(hub.signInUrl, LIST, bearer(next.access_token))).status, 401)
    assert.equal((await hub.form('token', renewal(programId, next.refresh_token))).status, 400)
    assert.deepEqual((await person.get('/mcp-sign-ins')).json.items, [])
  })

  test('a refresh token is no access token, and another program’s is invalid [mcp.oauth.refresh]', async () => {
    const hub = shared
    const { person } = await member()
    const { accessToken, refreshToken } = await hub.signedIn(person)
    assert.equal((await post(hub.signInUrl, LIST, bearer(refreshToken))).status, 401)
    const other = await hub.register(REDIRECT)
    assert.equal((await hub.form('token', renewal(other, refreshToken))).json.error, 'invalid_grant')
    assert.equal((await post(hub.signInUrl, LIST, bearer(accessToken))).status, 401)
  })

  test('only hashes are stored [mcp.oauth.stored]', async () => {
    const hub = shared
    const { person } = await member()
    const { code, accessToken, refreshToken } = await hub.signedIn(person)
    const rows = await Promise.all([
      hub.store.db.selectFrom('mcp_tokens').selectAll().execute(),
      hub.store.db.selectFrom('mcp_codes').selectAll().execute(),
      hub.store.db.selectFrom('mcp_sign_ins').selectAll().execute(),
    ])
    const stored = JSON.stringify(rows)
    for (const secret of [code, accessToken, refreshToken, VERIFIER])
      assert.ok(!stored.includes(secret.replace(/^hub-.t-/, '')))
    assert.match(stored, /[0-9a-f]{64}/)
  })
})

suite('the end of it', () => {
  test('a person sees their allowed programs and ends them, and no other person’s [mcp.oauth.revoke]', async (t) => {
    const clock = manualClock(Date.now())
    const hub = await startSignInHub(t, { clock })
    const [bea, cleo] = [await hub.member('Bea'), await hub.member('Cleo')]
    const { programId, accessToken, refreshToken } = await hub.signedIn(bea.person)
    clock.advance(1000)
    await post(hub.signInUrl, LIST, bearer(accessToken))
    const [listed] = (await bea.person.get('/mcp-sign-ins')).json.items
    assert.deepEqual(listed, {
      id: listed.id,
      program: 'Test program',
      hub: 'garden',
      created_at: new Date(clock.now() - 1000).toISOString(),
      last_used_at: new Date(clock.now()).toISOString(),
    })
    assert.deepEqual((await cleo.person.get('/mcp-sign-ins')).json.items, [])
    assert.equal((await cleo.person.delete(`/mcp-sign-ins/${listed.id}`)).status, 404)
    assert.equal((await bea.person.delete(`/mcp-sign-ins/${listed.id}`)).status, 200)
    assert.equal((await bea.person.delete(`/mcp-sign-ins/${listed.id}`)).status, 404)
    assert.equal((await post(hub.signInUrl, LIST, bearer(accessToken))).status, 401)
    assert.equal((await hub.form('token', renewal(programId, refreshToken))).status, 400)
  })

  test('a program revokes a token, and an invalid token is no error [mcp.oauth.revoke]', async () => {
    const hub = shared
    const { person } = await member()
    const { accessToken, refreshToken } = await hub.signedIn(person)
    assert.equal((await hub.form('revoke', { token: 'nonsense' })).status, 200)
    assert.equal((await hub.form('revoke', {})).status, 400)
    assert.equal((await post(hub.signInUrl, LIST, bearer(accessToken))).status, 200)
    assert.equal((await hub.form('revoke', { token: refreshToken })).status, 200)
    assert.equal((await post(hub.signInUrl, LIST, bearer(accessToken))).status, 401)
  })

  const endings: readonly [string, (hub: SignInHub, person: Person) => Promise<unknown>][] = [
    ['a block', ({ access }, { email }) => access.block({ actor: { system: 'cli' } }, email)],
    ['a lost grant', (hub, person) => hub.revoke(person, 'use_hub')],
    ['an account that waits', (hub, { id }) => asAdmin(hub, `/${id}/update`, 'POST', { role: 'pending' })],
    ['a deleted account', (hub, { id }) => asAdmin(hub, `/${id}`, 'DELETE')],
    [
      'an ended sign-in',
      async (_hub, person) => {
        const [{ id }] = (await person.get('/mcp-sign-ins')).json.items
        await person.delete(`/mcp-sign-ins/${id}`)
      },
    ],
  ]
  for (const [name, end] of endings)
    test(`${name} ends calls that run [mcp.oauth.revoke]`, async () => {
      const hub = watched
      const { person } = await member(hub)
      const { accessToken } = await hub.signedIn(person)
      const { answer } = await callThatRuns(hub, hub.signInUrl, accessToken)
      await end(hub, person)
      assert.equal((await endedWithinFiveSeconds(checks, answer)).status, 401)
    })
})

type Person = Awaited<ReturnType<SignInHub['member']>>['person']

const asAdmin = async (hub: SignInHub, path: string, method: string, body?: object): Promise<void> => {
  const answer = await fetch(`${hub.chatappUrl}/api/v1/users${path}`, {
    method,
    headers: { ...bearer(hub.admin.token), 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  })
  assert.ok(answer.ok)
}
