import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { decodeJwt, generateKeyPair, SignJWT } from 'jose'
import { reopenPasswords } from '#chatapp/openid/rescue.ts'
import type { SignInProblem } from '#chatapp/openid/schema.ts'
import { decideAtProvider } from '../support/openid-consent.ts'
import { startOpenIdWorld, type Landed, type OpenIdWorldOptions } from './openid-world.ts'
import { emailOf, PASSWORD } from './started-chatapp.ts'

const begun = async (t: TestContext, options?: OpenIdWorldOptions) => {
  const world = await startOpenIdWorld(t, options)
  const admin = await world.chat.signUp('Ann')
  return { ...world, admin }
}

function assertRefused(landed: Landed, problem: SignInProblem, provider = 'acme'): void {
  assert.equal(landed.location.pathname, '/auth')
  assert.deepEqual([landed.error, landed.location.searchParams.get('provider')], [problem, provider])
  assert.equal(landed.person.token, '')
}

const withAnotherSignature = async (token: string): Promise<string> =>
  new SignJWT(decodeJwt(token))
    .setProtectedHeader({ alg: 'RS256' })
    .sign((await generateKeyPair('RS256')).privateKey)

const GONE = 'attempt_over'

test('a response for another browser, provider, state or time signs no person in [openid.hostile] [openid.several]', async (t) => {
  const { clock, browser } = await begun(t, { others: [{ id: 'beta', name: 'Beta' }] })
  const own = browser()
  const answer = await decideAtProvider(await own.begin('acme', '/c/1'))
  assertRefused(await browser().comeBack(answer), GONE)
  assertRefused(await own.comeBack(answer.replace('/oauth/acme/', '/oauth/beta/')), GONE, 'beta')

  const forged = browser()
  const there = await decideAtProvider(await forged.begin())
  assertRefused(await forged.comeBack(there.replace(/state=[^&]+/, 'state=forged')), GONE)

  const tampered = browser()
  const back = await decideAtProvider(await tampered.begin())
  const [cookie, carried] = [...tampered.cookies].find(([name]) => name.startsWith('sign-in-'))!
  tampered.cookies.set(cookie, carried.slice(0, -3) + (carried.endsWith('AAA') ? 'BBB' : 'AAA'))
  assertRefused(await tampered.comeBack(back), GONE)

  const late = browser()
  const slow = await decideAtProvider(await late.begin())
  clock.advance(3_600_000)
  assertRefused(await late.comeBack(slow), GONE)
})

test('a response counts once, and its code only with the browser’s values [openid.hostile]', async (t) => {
  const { acme, browser } = await begun(t)
  const own = browser()
  const answer = await decideAtProvider(await own.begin())
  const [cookie, carried] = [...own.cookies].find(([name]) => name.startsWith('sign-in-'))!
  assert.equal((await own.comeBack(answer)).error, null)
  own.cookies.set(cookie, carried)
  assertRefused(await own.comeBack(answer), GONE)

  // Combines the code of another sign-in with this sign-in's state, so the PKCE verifier does not match.
  const [one, other] = [browser(), browser()]
  const [mine, theirs] = [
    await decideAtProvider(await one.begin()),
    await decideAtProvider(await other.begin()),
  ]
  const code = new URL(theirs).searchParams.get('code')!
  assertRefused(await one.comeBack(mine.replace(/code=[^&]+/, `code=${code}`)), GONE)
  assert.equal(acme.tokenRequests('authorization_code').length, 3)
})

test('an ID token of another issuer, audience, nonce or key signs no person in [openid.hostile]', async (t) => {
  const { acme, browser } = await begun(t)
  const comesBackWith = async (change: object, isTheirs = true) => {
    const own = browser()
    const address = await own.begin()
    const answer = await decideAtProvider(address)
    const nonce = new URL(address).searchParams.get('nonce')!
    const signed = await acme.sign({ iss: acme.url, aud: acme.clientId, sub: 'pat', nonce, ...change })
    const idToken = isTheirs ? signed : await withAnotherSignature(signed)
    const more = { email: 'pat@provider.test', name: 'Pat' }
    acme.intercept(({ path }, response) => {
      if (path !== '/token' && path !== '/me') return false
      const tokens = { access_token: 'a', token_type: 'Bearer', id_token: idToken }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(path === '/me' ? { sub: 'pat', ...more } : tokens))
      return true
    })
    const landed = await own.comeBack(answer)
    acme.intercept(null)
    return landed
  }
  assert.equal((await comesBackWith({})).error, null)
  for (const change of [{ iss: 'https://evil.example' }, { aud: 'another client' }, { nonce: 'another' }])
    assertRefused(await comesBackWith(change), 'no_answer')
  assertRefused(await comesBackWith({}, false), 'no_answer')
  const own = browser()
  const mixed = new URL(await decideAtProvider(await own.begin()))
  mixed.searchParams.set('iss', 'https://evil.example')
  assertRefused(await own.comeBack(mixed.href), 'no_answer')
})

test('a person who is blocked, has another domain or no e-mail, or no account with closed sign-up, is refused [openid.refused] [openid.sign-up]', async (t) => {
  const blocked = new Set<string>()
  const { admin, chat, claims, signIn } = await begun(t, {
    chat: { isBlocked: async (email) => blocked.has(email) },
    provider: { allowedDomains: ['provider.test', 'example.com'], defaultRole: 'user' },
    others: [{ id: 'closed', name: 'Closed', signUp: false }],
  })
  claims['eve'] = { email: 'eve@elsewhere.test' }
  claims['fay'] = { email_verified: undefined }
  for (const account of ['eve', 'fay']) assertRefused(await signIn(account), 'domain_not_allowed')
  claims['kim'] = { email: undefined }
  assertRefused(await signIn('kim', 'closed'), 'no_email', 'closed')
  assertRefused(await signIn('lou', 'closed'), 'sign_up_closed', 'closed')
  claims['ann'] = { email: emailOf('Ann') }
  assertRefused(await signIn('ann'), 'email_taken')
  blocked.add('max@provider.test')
  assertRefused(await signIn('max'), 'blocked')
  assert.equal((await admin.get('/api/v1/users/')).json.total, 1)

  const pat = await signIn('pat')
  assert.equal((await pat.person.get('/api/v1/auths/')).json.role, 'user')
  // The block applies to the e-mail address of the account in the web chat, not to the provider's present claim.
  claims['pat'] = { email: 'new@provider.test' }
  blocked.add('pat@provider.test')
  assertRefused(await signIn('pat'), 'blocked')
  assert.equal((await pat.person.get('/api/v1/auths/')).status, 403)
  assert.equal((await chat.visitor.get('/api/config')).json.oauth.providers.closed, 'Closed')
})

test('a new person with an unverified e-mail waits for approval, with any role from the provider [openid.sign-up]', async (t) => {
  const { claims, signIn } = await begun(t, {
    provider: { defaultRole: 'user', roleClaim: 'roles', adminValues: ['boss'] },
  })
  claims['pat'] = { email_verified: undefined, roles: ['boss'] }
  const { error, person } = await signIn('pat')
  assert.deepEqual([error, (await person.get('/api/v1/auths/')).json.role], [null, 'pending'])
})

test('a provider that declines, fails or is unavailable leads back with a plain sentence, and passwords still work [openid.refused] [openid.redirect]', async (t) => {
  const { acme, chat, clock, browser } = await begun(t)
  const own = browser()
  const declined = await own.comeBack(
    await decideAtProvider(await own.begin('acme', '/c/1'), { allow: false }),
  )
  assertRefused(declined, 'declined')
  assert.equal(declined.location.searchParams.get('redirect'), '/c/1')
  assert.ok(!declined.location.href.includes('refused%20the%20request'))

  const answer = await decideAtProvider(await own.begin('acme', '/c/2'))
  await acme.down()
  assertRefused(await own.comeBack(answer), 'no_answer')
  const away = new URL(await own.begin('acme', '/c/3'))
  assert.equal(away.searchParams.get('error'), 'unreachable')
  assert.deepEqual([away.pathname, away.searchParams.get('redirect')], ['/auth', '/c/3'])
  const form = { email: emailOf('Ann'), password: PASSWORD }
  assert.equal((await chat.visitor.post('/api/v1/auths/signin', form)).status, 200)
  await acme.up()
  assert.match(await own.begin(), new RegExp(`^${acme.url}/auth\\?`))

  // Cached metadata must not send people to an unreachable provider.
  await acme.down()
  clock.advance(15_000)
  for (let attempt = 0; attempt < 2; attempt++)
    assert.match(await own.begin(), /error=unreachable/, 'nobody is sent to a dead address')
  await acme.up()
  assert.match(await own.begin(), new RegExp(`^${acme.url}/auth\\?`))
})

test('addresses of other sites lead to the first page, and an unknown provider leads to the sign-in page [openid.redirect] [openid.refused]', async (t) => {
  const { browser } = await begun(t)
  for (const wanted of ['https://evil.example', '//evil.example', '/\\evil.example', '/auth?error=x']) {
    const own = browser()
    const landed = await own.comeBack(await decideAtProvider(await own.begin('acme', wanted)))
    assert.deepEqual([landed.error, landed.answer.headers.get('location')], [null, '/'], wanted)
  }
  assert.match(await browser().begin('other'), /\/auth\?error=unknown_provider&/)
})

test('sign-ins of one address are limited [openid.refused]', async (t) => {
  const { browser } = await begun(t)
  const own = browser()
  const ends = []
  for (let time = 0; time < 61; time++) ends.push(await own.begin())
  assert.match(ends[59]!, /code_challenge/)
  assert.match(ends[60]!, /error=rate_limited/)
})

test('a provider’s person cannot have a password set, and their other data can be changed [openid.managed]', async (t) => {
  const { admin, chat, signIn } = await begun(t)
  const { person } = await signIn('pat')
  const update = (body: object) => admin.post(`/api/v1/users/${person.id}/update`, body)
  const refused = await update({ password: PASSWORD })
  assert.deepEqual([refused.status, /identity provider/.test(refused.json.detail)], [403, true])
  const allowed = await update({ name: 'P', role: 'user', email: 'Pat@provider.test', password: '' })
  assert.deepEqual([allowed.status, allowed.json.name, allowed.json.role], [200, 'P', 'user'])
  const own = await person.post('/api/v1/auths/update/password', { password: 'x', new_password: PASSWORD })
  assert.equal(own.status, 403)
  assert.equal((await person.get('/api/config')).json.features.enable_password_change_form, false)
  assert.equal((await chat.visitor.get('/api/config')).json.features.enable_login_form, true)
})

test('without password sign-in no password works, until the terminal permits them for an hour [openid.passwords-off]', async (t) => {
  const { chat, clock, signIn } = await startOpenIdWorld(t, {
    chat: { passwordSignIn: false },
    provider: { defaultRole: 'user' },
  })
  const up = { name: 'Ann', email: emailOf('Ann'), password: PASSWORD }
  const features = async () => (await chat.visitor.get('/api/config')).json.features
  const refused = await chat.visitor.post('/api/v1/auths/signup', up)
  assert.deepEqual([refused.status, /Sign-in with passwords is off/.test(refused.json.detail)], [403, true])
  assert.equal((await chat.visitor.post('/api/v1/auths/signin', up)).status, 403)
  assert.deepEqual([(await features()).enable_login_form, (await features()).enable_signup], [false, false])
  const first = await signIn('pat')
  assert.equal((await first.person.get('/api/v1/auths/')).json.role, 'admin')

  await reopenPasswords(chat.store, clock)
  assert.equal((await features()).enable_login_form, true)
  assert.equal((await chat.visitor.post('/api/v1/auths/signup', up)).status, 200)
  clock.advance(3_600_000)
  assert.equal((await features()).enable_login_form, false)
  assert.equal((await chat.visitor.post('/api/v1/auths/signin', up)).status, 403)
})

test('signing out ends the session, and goes on at the provider where that is wanted [openid.sign-out]', async (t) => {
  const { acme, signIn } = await begun(t, {
    provider: { signOut: true },
    others: [{ id: 'beta', name: 'Beta' }],
  })
  const { person } = await signIn('pat')
  const { json } = await person.post('/api/v1/auths/signout')
  assert.equal((await person.get('/api/v1/auths/')).status, 401)
  const onward = new URL(json.redirect_url)
  assert.equal(onward.origin, acme.url)
  assert.equal(onward.searchParams.get('post_logout_redirect_uri'), 'https://chat.test/auth')
  assert.equal(onward.searchParams.get('client_id'), acme.clientId)
  assert.equal((await fetch(onward)).status, 200)
  const quinn = await signIn('quinn', 'beta')
  assert.deepEqual((await quinn.person.post('/api/v1/auths/signout')).json, { status: true })
})
