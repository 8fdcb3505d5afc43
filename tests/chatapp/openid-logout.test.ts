import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportJWK, generateKeyPair, type CryptoKey } from 'jose'
import { createChatappAccounts } from '#chatapp/accounts/accounts.ts'
import { decideAtProvider } from '../support/openid-consent.ts'
import type { OpenIdProvider } from '../support/openid-provider.ts'
import { PUBLIC_URL, startOpenIdWorld, type Landed } from './openid-world.ts'
import { emailOf, PASSWORD } from './started-chatapp.ts'

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const isIn = async ({ person }: Landed) => (await person.get('/api/v1/auths/')).status === 200
const signOut = async ({ person }: Landed) => (await person.post('/api/v1/auths/signout')).json

test('signing out goes to the provider that began the session, with its ID token, and nowhere after a password [openid.sign-out]', async (t) => {
  const { chat, clock, acme, claims, signIn } = await startOpenIdWorld(t, {
    provider: { signOut: true, link: true },
    others: [
      { id: 'quiet', name: 'Quiet' },
      { id: 'second', name: 'Second', signOut: true },
    ],
  })
  const admin = await chat.signUp('Ann')
  for (const id of ['acme', 'second']) {
    const onward = new URL((await signOut(await signIn('pat', id))).redirect_url)
    assert.equal(onward.origin, acme.url)
    assert.equal(onward.searchParams.get('id_token_hint')?.split('.').length, 3)
    assert.equal((await fetch(onward)).status, 200)
  }
  assert.deepEqual(await signOut(await signIn('pat', 'quiet')), { status: true })

  const renamed = await signIn('pat')
  await chat.store.db.updateTable('chatapp_sessions').set({ provider: 'old' }).execute()
  assert.match((await signOut(renamed)).redirect_url, /id_token_hint=/)
  // The account has a linked identity, but the person signed in with a password.
  claims['ann'] = { email: emailOf('Ann') }
  assert.equal((await signIn('ann')).person.id, admin.id)
  await createChatappAccounts({ store: chat.store, clock }).update(admin.id, { password: PASSWORD })
  const form = { email: emailOf('Ann'), password: PASSWORD }
  const { token } = (await chat.visitor.post('/api/v1/auths/signin', form)).json
  const out = await fetch(`${chat.url}/api/v1/auths/signout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  assert.deepEqual(await out.json(), { status: true })
})

test('ID tokens are sealed in the store [openid.sign-out]', async (t) => {
  const { chat, signIn } = await startOpenIdWorld(t)
  await chat.signUp('Ann')
  await signIn('pat')
  const rows = await chat.store.db
    .selectFrom('chatapp_sessions')
    .select('id_token')
    .where('id_token', 'is not', null)
    .execute()
  assert.match(rows[0]!.id_token!, /^1\.[0-9a-f]{12}\./)
})

test('a logout token of a provider’s session ends the sessions of that `sid` alone [openid.sign-out]', async (t) => {
  const ended: string[][] = []
  const { chat, acme, signIn } = await startOpenIdWorld(t, {
    startsAt: Date.now(),
    client: {
      backchannel_logout_session_required: true,
      backchannel_logout_uri: 'https://hub.example/logout',
    },
    chat: { onSessionsEnded: (emails) => void ended.push([...emails]) },
  })
  await chat.signUp('Ann')
  const landed = await signIn('pat')
  const { provider_session: sid } = await chat.store.db
    .selectFrom('chatapp_sessions')
    .select('provider_session')
    .where('issuer', '=', acme.url)
    .executeTakeFirstOrThrow()
  assert.ok(sid, 'the provider names its session')
  const other = await signIn('pat')
  const token = { iss: acme.url, aud: acme.clientId, jti: 'one', events: EVENTS, sid }
  assert.equal((await send(chat.url, await acme.sign(token, { typ: 'logout+jwt' }))).status, 200)
  assert.deepEqual([await isIn(landed), await isIn(other)], [false, true])
  assert.deepEqual(ended, [['pat@provider.test']])
})

test('oidc-provider ends a session over the back channel [openid.sign-out]', async (t) => {
  const { chat, acme, signIn } = await startOpenIdWorld(t, {
    startsAt: Date.now(),
    client: {
      backchannel_logout_session_required: true,
      backchannel_logout_uri: `${PUBLIC_URL}/oauth/acme/backchannel`,
    },
  })
  await chat.signUp('Ann')
  const [pat, quinn] = [await signIn('pat'), await signIn('quinn')]
  const rows = await chat.store.db.selectFrom('chatapp_sessions').selectAll().execute()
  const sidOf = (subject: string) => rows.find((row) => row.subject === subject)!.provider_session!
  await acme.backChannelLogout('pat', sidOf('pat'))
  assert.deepEqual([await isIn(pat), await isIn(quinn)], [false, true])
  await acme.backChannelLogout('pat', 'a session of long ago')
  assert.equal(await isIn(quinn), true)
})

const send = (url: string, token: string, id = 'acme') =>
  fetch(`${url}/oauth/${id}/backchannel`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  })

test('a logout token counts once, and only whole, of this provider, for this client and in time [openid.sign-out]', async (t) => {
  const { chat, acme, signIn, clock } = await startOpenIdWorld(t, { startsAt: Date.now() })
  await chat.signUp('Ann')
  const pat = await signIn('pat')
  const now = Math.floor(Date.now() / 1000)
  const good = { iss: acme.url, aud: acme.clientId, jti: 'a', events: EVENTS, sub: 'pat' }
  const { privateKey } = await generateKeyPair('RS256')
  const tokens = [
    acme.sign({ ...good, iss: 'https://evil.example' }),
    acme.sign({ ...good, aud: 'another' }),
    acme.sign({ ...good, events: {} }),
    acme.sign({ ...good, events: undefined }),
    acme.sign({ ...good, nonce: 'n' }),
    acme.sign({ ...good, jti: undefined }),
    acme.sign({ ...good, sub: undefined }),
    acme.sign({ ...good, sub: 7 }),
    acme.sign({ ...good, iat: now - 1000 }),
    acme.sign({ ...good, iat: now + 1000, exp: now + 2000 }),
    acme.sign({ ...good, exp: now - 100 }),
    acme.sign({ ...good, iat: undefined }),
    acme.sign(good, { typ: 'at+jwt' }),
    acme.sign(good, {}, privateKey),
  ]
  const all = [...(await Promise.all(tokens)), 'no token', '']
  for (const [index, token] of all.entries()) {
    const { status, headers } = await send(chat.url, token)
    assert.deepEqual([status, headers.get('cache-control')], [400, 'no-store'], String(index))
  }
  assert.equal((await send(chat.url, await acme.sign(good), 'none')).status, 404)
  assert.equal(await isIn(pat), true)
  const token = await acme.sign(good)
  assert.equal((await send(chat.url, token)).status, 200)
  assert.equal(await isIn(pat), false)
  const again = await signIn('pat')
  assert.equal((await send(chat.url, token)).status, 400)
  assert.equal(await isIn(again), true)
  clock.advance(1000)
})

test('a page of the provider ends a session by issuer and sid, in a frame of the provider’s alone [openid.sign-out]', async (t) => {
  const { chat, acme, signIn } = await startOpenIdWorld(t)
  await chat.signUp('Ann')
  const pat = await signIn('pat')
  const { provider_session: known } = await chat.store.db
    .selectFrom('chatapp_sessions')
    .select('provider_session')
    .where('issuer', '=', acme.url)
    .executeTakeFirstOrThrow()
  // Stores the session id directly, because this provider sends `sid` only to clients that request it.
  const sid = known ?? 'session-1'
  await chat.store.db
    .updateTable('chatapp_sessions')
    .set({ provider_session: sid })
    .where('issuer', '=', acme.url)
    .execute()
  const visit = (query: Record<string, string>) =>
    fetch(`${chat.url}/oauth/acme/frontchannel?${new URLSearchParams(query).toString()}`)
  for (const query of [{ iss: 'https://evil.example', sid }, { iss: acme.url }, { sid }])
    assert.ok((await visit(query as Record<string, string>)).status >= 400)
  assert.equal((await visit({ iss: acme.url, sid: 'another' })).status, 200)
  assert.equal(await isIn(pat), true)
  const answer = await visit({ iss: acme.url, sid })
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-security-policy')!, new RegExp(`frame-ancestors ${acme.url}$`))
  assert.equal(await isIn(pat), false)
})

test('two tabs that sign in at once both succeed, within an hour [openid.sign-in]', async (t) => {
  const { chat, clock, browser } = await startOpenIdWorld(t)
  await chat.signUp('Ann')
  const own = browser()
  const [first, second] = [await own.begin('acme', '/c/1'), await own.begin('acme', '/c/2')]
  clock.advance(45 * 60_000)
  const landed = []
  for (const address of [first, second]) landed.push(await own.comeBack(await decideAtProvider(address)))
  assert.deepEqual(
    landed.map(({ error, location }) => [error, location.pathname]),
    [
      [null, '/c/1'],
      [null, '/c/2'],
    ],
  )
})

function rotate(
  acme: OpenIdProvider,
  key: CryptoKey,
  header: Record<string, unknown>,
  keys: () => object[] | null,
) {
  const nonces: string[] = []
  acme.intercept(async ({ path }, response) => {
    const published = keys()
    if (path === '/jwks' && published) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: published }))
      return true
    }
    if (path !== '/token') return false
    const claims = {
      iss: acme.url,
      aud: acme.clientId,
      sub: 'pat',
      nonce: nonces.pop(),
      email: 'pat@provider.test',
      name: 'Pat',
    }
    const idToken = await acme.sign(claims, header, key)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: idToken }))
    return true
  })
  return nonces
}

test('a changed key of the provider refuses no valid sign-in, and key refreshes are limited [openid.sign-in]', async (t) => {
  const { chat, acme, browser, signIn } = await startOpenIdWorld(t)
  await chat.signUp('Ann')
  assert.equal((await signIn('pat')).error, null)
  const next = await generateKeyPair('RS256', { extractable: true })
  const known = (await (await fetch(`${acme.url}/jwks`)).json()) as { keys: { kid?: string }[] }
  const published = async (kid: string) => [
    { ...(await exportJWK(next.publicKey)), kid, alg: 'RS256', use: 'sig' },
  ]
  const comeBack = async (nonces: string[]) => {
    const own = browser()
    const address = await own.begin()
    const answer = await decideAtProvider(address)
    nonces.push(new URL(address).searchParams.get('nonce')!)
    return own.comeBack(answer)
  }
  // Anyone can cause failing sign-ins and invalid logout tokens, so they must not block key refreshes of valid
  // sign-ins.
  acme.intercept(({ path }, response) => {
    if (path === '/token') response.writeHead(502).end()
    return path === '/token'
  })
  for (let time = 0; time < 8; time++) assert.equal((await comeBack([])).error, 'no_answer')
  const unknown = await acme.sign({ iss: acme.url }, { kid: 'unknown' }, next.privateKey)
  for (let time = 0; time < 8; time++) assert.equal((await send(chat.url, unknown)).status, 400)
  for (const kid of ['next', known.keys[0]!.kid ?? 'next']) {
    const keys = await published(kid)
    const nonces = rotate(acme, next.privateKey, { kid }, () => keys)
    assert.equal((await comeBack(nonces)).error, null, kid)
  }
  const stranger = await generateKeyPair('RS256')
  const keys = await published('next')
  const nonces = rotate(acme, stranger.privateKey, { kid: 'next' }, () => keys)
  const before = acme.requests.length
  for (let time = 0; time < 12; time++) assert.equal((await comeBack(nonces)).error, 'no_answer')
  const looks = acme.requests.slice(before).filter(({ path }) => path.startsWith('/.well-known/'))
  assert.ok(looks.length <= 6, String(looks.length))
})

test('faults of a provider’s set-up have codes of their own, and its explanation is for administrators [openid.refused]', async (t) => {
  const { chat, acme, browser } = await startOpenIdWorld(t)
  await chat.signUp('Ann')
  const tokens: Record<string, string> = {
    id_token_symmetric: `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.e30.c2ln`,
    id_token_encrypted: 'a.b.c.d.e',
  }
  for (const [fault, idToken] of Object.entries(tokens)) {
    const own = browser()
    const answer = await decideAtProvider(await own.begin())
    acme.intercept(({ path }, response) => {
      if (path !== '/token') return false
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: idToken }))
      return true
    })
    const { error, location } = await own.comeBack(answer)
    assert.deepEqual([error, location.searchParams.get('answer')], ['wrong_set_up', fault])
    acme.intercept(null)
  }
  const refusedWith = async (description: string) => {
    const own = browser()
    const back = new URL(await decideAtProvider(await own.begin()))
    back.searchParams.delete('code')
    back.searchParams.set('error', 'invalid_request')
    back.searchParams.set('error_description', description)
    return own.comeBack(back.href)
  }
  const bound = await refusedWith('DPoP proof is missing')
  assert.deepEqual(
    [bound.error, bound.location.searchParams.get('answer')],
    ['wrong_set_up', 'dpop_required'],
  )
  const output = await refusedWith(
    `Scope x is unknown, token=${'s'.repeat(40)} for kim@corp.example ${'y '.repeat(400)}`,
  )
  assert.equal(output.error, 'refused')
  assert.ok(!output.location.href.includes('Scope'))
  const details = await chat.store.db
    .selectFrom('chatapp_sign_in_records')
    .select('detail')
    .where('outcome', '=', 'refused')
    .execute()
  const detail = details.map((row) => row.detail!).find((text) => text.includes('Scope'))!
  assert.match(detail, /^invalid_request: Scope x is unknown, token=\[hidden\] for \[hidden\]/)
  assert.ok(detail.length < 300)
})

test('a provider that requires pushed authorization requests signs people in, whether its description says so or a refusal [openid.par]', async (t) => {
  const pushes = ({ acme }: { acme: OpenIdProvider }) =>
    acme.requests.filter(({ path }) => path === '/request')
  const ofAll = await startOpenIdWorld(t, { requiresPar: true })
  const address = new URL(await ofAll.browser().begin())
  assert.deepEqual([...address.searchParams.keys()].toSorted(), ['client_id', 'request_uri'])
  assert.equal((await ofAll.signIn('kim')).error, null)
  assert.equal(pushes(ofAll).length, 2)
  ofAll.acme.intercept(({ path }, response) => {
    if (path !== '/request') return false
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}')
    return true
  })
  const refused = new URL(await ofAll.browser().begin())
  assert.deepEqual(
    [refused.searchParams.get('error'), refused.searchParams.get('answer')],
    ['wrong_set_up', 'invalid_client'],
  )

  const ofOne = await startOpenIdWorld(t, {
    client: { require_pushed_authorization_requests: true },
  })
  const first = ofOne.browser()
  const answer = await fetch(await first.begin('acme', '/c/1'), { redirect: 'manual' })
  const again = await first.comeBack(answer.headers.get('location')!)
  assert.ok(again.location.searchParams.has('request_uri'))
  const landed = await first.comeBack(await decideAtProvider(again.location.href))
  assert.deepEqual([landed.error, landed.location.pathname], [null, '/c/1'])
  assert.equal((await ofOne.signIn('kim')).error, null)
  assert.equal(pushes(ofOne).length, 2)
})

test('a provider that requires pushed requests and names no address for them is set up wrongly [openid.par]', async (t) => {
  const { acme, browser } = await startOpenIdWorld(t)
  const described = (await (await fetch(`${acme.url}/.well-known/openid-configuration`)).json()) as object
  acme.intercept(({ path }, response) => {
    if (path !== '/.well-known/openid-configuration') return false
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...described, pushed_authorization_request_endpoint: undefined }))
    return true
  })
  const own = browser()
  const back = new URL(await decideAtProvider(await own.begin()))
  back.searchParams.delete('code')
  back.searchParams.set('error', 'invalid_request')
  back.searchParams.set('error_description', 'PAR is required')
  const landed = await own.comeBack(back.href)
  assert.deepEqual(
    [landed.error, landed.location.searchParams.get('answer')],
    ['wrong_set_up', 'par_required'],
  )
})

test('a false refusal of a request that was not pushed does not close the ordinary way [openid.par]', async (t) => {
  const { chat, acme, browser, signIn } = await startOpenIdWorld(t)
  await chat.signUp('Ann')
  const own = browser()
  const back = new URL(await decideAtProvider(await own.begin()))
  back.searchParams.delete('code')
  back.searchParams.set('error', 'invalid_request')
  back.searchParams.set('error_description', 'Pushed Authorization Request is only allowed.')
  acme.intercept(({ path }, response) => {
    if (path !== '/request') return false
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"unauthorized_client"}')
    return true
  })
  assert.equal((await own.comeBack(back.href)).error, 'wrong_set_up')
  const address = new URL(await browser().begin())
  assert.ok(address.searchParams.has('code_challenge'))
  assert.equal((await signIn('kim')).error, null)
})
