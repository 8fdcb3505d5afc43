import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { testClock } from '../support/clock.ts'
import { clientOf, type Answer } from './client.ts'
import { emailOf, PASSWORD, startTestChatapp } from './started-chatapp.ts'

const signIn = { email: emailOf('Ann'), password: PASSWORD }
const cookieOf = (answer: Answer) =>
  answer.headers.getSetCookie().find((cookie) => cookie.startsWith('token='))!

describe('sessions', () => {
  test('signing in answers the session and sets its cookie [chatapp.sign-in] [chatapp.cookie]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock, sessionSeconds: 3600 })
    await chat.signUp('Ann')
    const answer = await chat.visitor.post('/api/v1/auths/signin', { ...signIn, email: ' Ann@EXAMPLE.com' })
    assert.equal(answer.status, 200)
    assert.equal(answer.json.expires_at, clock.now() / 1000 + 3600)
    const expires = new Date(answer.json.expires_at * 1000).toUTCString()
    assert.equal(
      cookieOf(answer),
      `token=${answer.json.token}; Path=/; Max-Age=3600; Expires=${expires}; HttpOnly; SameSite=Lax`,
    )
    const [, payload] = answer.json.token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    assert.deepEqual(Object.keys(claims).toSorted(), ['exp', 'iat', 'id', 'jti'])
  })

  test('the cookie is Secure where people use https [chatapp.cookie]', async (t) => {
    const cases = [
      { settings: {}, headers: { 'x-forwarded-proto': 'https' }, secure: false },
      { settings: {}, headers: {}, secure: false },
      { settings: { cookies: 'always' }, headers: {}, secure: true },
      { settings: { publicUrl: 'https://hub.example' }, headers: {}, secure: true },
      { settings: { publicUrl: 'https://hub.example', cookies: 'never' }, headers: {}, secure: false },
    ] as const
    for (const { settings, headers, secure } of cases) {
      const chat = await startTestChatapp(t, settings)
      await chat.signUp('Ann')
      const answer = await chat.visitor.post('/api/v1/auths/signin', signIn, headers)
      assert.equal(cookieOf(answer).endsWith('; Secure'), secure, JSON.stringify({ settings, headers }))
    }
  })

  test('a wrong password and an unknown e-mail are refused in the same words [chatapp.sign-in]', async (t) => {
    const chat = await startTestChatapp(t)
    await chat.signUp('Ann')
    const wrong = await chat.visitor.post('/api/v1/auths/signin', { ...signIn, password: 'wrong password' })
    const unknown = await chat.visitor.post('/api/v1/auths/signin', {
      ...signIn,
      email: 'nobody@example.com',
    })
    assert.equal(wrong.status, 400)
    assert.deepEqual([unknown.status, unknown.text], [wrong.status, wrong.text])
    assert.equal(wrong.headers.get('set-cookie'), null)
  })

  test('the sixteenth attempt for an e-mail waits, also with the right password [chatapp.sign-in-limit]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock })
    await chat.signUp('Ann')
    for (let n = 0; n < 15; n++) {
      const answer = await chat.visitor.post('/api/v1/auths/signin', {
        ...signIn,
        password: 'wrong password',
      })
      assert.equal(answer.status, 400)
    }
    clock.advance(60_000)
    const limited = await chat.visitor.post('/api/v1/auths/signin', { ...signIn, email: 'ANN@example.com' })
    assert.deepEqual([limited.status, limited.json.detail], [429, 'API rate limit exceeded'])
    assert.equal(limited.headers.get('retry-after'), '120')
    clock.advance(120_000)
    assert.equal((await chat.visitor.post('/api/v1/auths/signin', signIn)).status, 200)
  })

  test('strangers who try an e-mail do not lock out a network or device that signed in before [chatapp.sign-in-known]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock })
    const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, cookie })
    const attempt = (password: string, headers: Record<string, string>) =>
      chat.visitor.post('/api/v1/auths/signin', { ...signIn, password }, headers)
    await chat.signUp('Ann')
    const known = await attempt(PASSWORD, from('198.51.100.4'))
    const device = known.headers.getSetCookie().find((cookie) => cookie.startsWith('known-device-'))!
    assert.match(device, /; Path=\/api\/v1\/auths;.*; HttpOnly; SameSite=Lax$/)
    const [cookie = ''] = device.split(';')
    assert.ok(!decodeURIComponent(cookie).includes('ann'))

    for (let n = 0; n < 15; n++) await attempt('wrong password', from(`203.0.113.${n}`))
    assert.equal((await attempt(PASSWORD, from('203.0.113.99'))).status, 429)
    assert.equal((await attempt(PASSWORD, from('198.51.100.77'))).status, 200, 'the same network')
    assert.equal((await attempt(PASSWORD, from('192.0.2.1', cookie))).status, 200, 'the same device')
    const other = { email: emailOf('Bob'), password: PASSWORD }
    await chat.signUp('Bob')
    for (let n = 0; n < 15; n++)
      await chat.visitor.post('/api/v1/auths/signin', { ...other, password: 'wrong' }, from(`203.0.113.${n}`))
    const stranger = await chat.visitor.post('/api/v1/auths/signin', other, from('192.0.2.1', cookie))
    assert.equal(stranger.status, 429, 'the device knows Ann alone')
    const forged = `${cookie.slice(0, -4)}AAAA`
    assert.equal((await attempt(PASSWORD, from('203.0.113.98', forged))).status, 429)

    const office = from('198.51.100.4')
    for (let n = 0; n < 15; n++) await attempt('wrong password', office)
    assert.equal((await attempt(PASSWORD, office)).status, 429, 'a known network has a limit, too')
    assert.equal(
      (await attempt(PASSWORD, from('198.51.100.4', cookie))).status,
      200,
      'apart from its devices',
    )
  })

  test('an address that tries many e-mails waits, and others do not [chatapp.sign-in-limit]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock })
    const attempt = (n: number, address: string) =>
      chat.visitor.post(
        '/api/v1/auths/signin',
        { email: `p${n}@example.com`, password: 'x'.repeat(600) },
        { 'x-forwarded-for': address },
      )
    const statuses: number[] = []
    for (let n = 0; n < 61; n++) statuses.push((await attempt(n, '203.0.113.7')).status)
    assert.deepEqual([statuses.slice(0, 60).every((status) => status === 400), statuses[60]], [true, 429])
    assert.equal((await attempt(99, '203.0.113.8')).status, 400)
  })

  test('Bearer comes before cookie, cookie before key header [chatapp.credentials]', async (t) => {
    const chat = await startTestChatapp(t)
    const [ann, bob] = [await chat.signUp('Ann'), await chat.signUp('Bob')]
    const who = async (headers: Record<string, string>) =>
      (await chat.visitor.get('/api/v1/auths/', headers)).json.name as string | undefined
    const cookie = `theme=dark; token=${bob.token}; x=1`
    assert.equal(await who({ authorization: `Bearer ${ann.token}`, cookie }), 'Ann')
    assert.equal(await who({ cookie, 'x-api-key': ann.token }), 'Bob')
    assert.equal(await who({ 'x-api-key': ann.token }), 'Ann')
    for (const foreign of ['nonsense', 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln']) {
      assert.equal(await who({ authorization: `Bearer ${foreign}`, cookie }), 'Bob')
      assert.equal(await who({ authorization: `Bearer ${foreign}` }), undefined)
    }
    for (const own of ['sk-wrong', `${ann.token}x`])
      assert.equal(await who({ authorization: `Bearer ${own}`, cookie }), undefined)
    const forged = await chat.visitor.post(
      '/api/v1/auths/update/profile',
      { name: 'B' },
      {
        authorization: 'Bearer nonsense',
        cookie,
        origin: 'https://evil.example',
      },
    )
    assert.equal(forged.status, 403, 'a foreign bearer lifts no same-origin check')
    assert.equal(await who({ cookie: `xtoken=${bob.token}` }), undefined)
  })

  test('each bad credential has its own words [chatapp.credentials]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock, sessionSeconds: 100 })
    const ann = await chat.signUp('Ann')
    const detail = async (token: string) => {
      const answer = await clientOf(chat.url, token).get('/api/v1/auths/')
      assert.equal(answer.status, 401)
      return answer.json.detail as string
    }
    const [header, payload, signature] = ann.token.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const signed = (head: object, body: object, secret: string) => {
      const text = [head, body]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    }
    assert.equal(await detail(''), 'Not authenticated')
    for (const bad of [
      'nonsense',
      `${header}.${payload}.${signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
      `${header}.${payload}.`,
      signed({ alg: 'HS256' }, claims, 'another secret, also long enough 123'),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
      signed({ alg: 'HS256' }, { id: claims.id }, 'a secret only tests know, 32 or more'),
    ])
      assert.equal(await detail(bad), '401 Unauthorized', bad)
    const elsewhere = signed(
      { alg: 'HS256' },
      { ...claims, jti: 'x' },
      'a secret only tests know, 32 or more',
    )
    assert.equal(await detail(elsewhere), 'Invalid token')
    const nobody = signed({ alg: 'HS256' }, { ...claims, id: 'x' }, 'a secret only tests know, 32 or more')
    assert.match(await detail(nobody), /^Your session has expired/)
    clock.advance(101_000)
    assert.equal(await detail(ann.token), '401 Unauthorized')
  })

  test('a signed-out session does not work any more, others do [chatapp.sign-out]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const other = (await chat.visitor.post('/api/v1/auths/signin', signIn)).json.token as string
    const answer = await ann.post('/api/v1/auths/signout')
    assert.deepEqual([answer.status, answer.json], [200, { status: true }])
    assert.match(cookieOf(answer), /^token=; Path=\/; Max-Age=0; HttpOnly/)
    const after = await ann.get('/api/v1/auths/')
    assert.deepEqual([after.status, after.json.detail], [401, 'Invalid token'])
    assert.equal((await clientOf(chat.url, other).get('/api/v1/auths/')).status, 200)
    assert.equal((await chat.visitor.post('/api/v1/auths/signout')).status, 200)
  })

  test('a new password needs the old one and signs out every other session [chatapp.password]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const other = clientOf(chat.url, (await chat.visitor.post('/api/v1/auths/signin', signIn)).json.token)
    const change = (password: string, new_password: string) =>
      ann.post('/api/v1/auths/update/password', { password, new_password })
    assert.equal((await change('wrong password', 'another password')).status, 400)
    assert.equal((await change(PASSWORD, 'short')).status, 400)
    assert.equal((await other.get('/api/v1/auths/')).status, 200)
    const changed = await change(PASSWORD, 'another password')
    assert.deepEqual([changed.status, changed.json], [200, true])
    assert.equal((await ann.get('/api/v1/auths/')).status, 200)
    assert.equal((await other.get('/api/v1/auths/')).status, 401)
    assert.equal((await chat.visitor.post('/api/v1/auths/signin', signIn)).status, 400)
  })

  test('a profile changes by its owner only within the rules [chatapp.account-rules]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const changed = await ann.post('/api/v1/auths/update/profile', {
      name: ' Ann Lee ',
      profile_image_url: '/me.png',
    })
    assert.deepEqual([changed.json.name, changed.json.profile_image_url], ['Ann Lee', '/me.png'])
    assert.equal((await ann.post('/api/v1/auths/update/profile', { name: '' })).status, 400)
    const role = await ann.post('/api/v1/auths/update/profile', {
      name: 'Ann',
      role: 'user',
      email: 'x@example.com',
    })
    assert.deepEqual([role.json.role, role.json.email], ['admin', emailOf('Ann')])
  })

  test('without a public address pages have the origin they were asked for at [chatapp.same-origin]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const rename = async (origin: string) =>
      (
        await chat.visitor.post(
          '/api/v1/auths/update/profile',
          { name: 'Ann' },
          { cookie: `token=${ann.token}`, origin },
        )
      ).status
    assert.equal(await rename(chat.url), 200)
    assert.equal(await rename(chat.url.replace('http:', 'https:')), 403)
    assert.equal(await rename(chat.url.replace('127.0.0.1', 'localhost')), 403)
    assert.equal(await rename(chat.url.replace(/\d+$/, '1')), 403)
  })

  test('a change by cookie from another site is refused [chatapp.same-origin]', async (t) => {
    const chat = await startTestChatapp(t, { publicUrl: 'https://hub.example' })
    const ann = await chat.signUp('Ann')
    const rename = async (headers: Record<string, string>) =>
      (await chat.visitor.post('/api/v1/auths/update/profile', { name: 'Ann' }, headers)).status
    const cookie = `token=${ann.token}`
    for (const [headers, status] of [
      [{ cookie, origin: 'https://hub.example' }, 200],
      [{ cookie, referer: 'https://hub.example/c/1' }, 200],
      [{ cookie }, 403],
      [{ cookie, origin: chat.url }, 403],
      [{ cookie, origin: 'http://hub.example' }, 403],
      [
        {
          cookie,
          origin: 'https://edge.example',
          'x-forwarded-proto': 'https',
          'x-forwarded-host': 'edge.example',
        },
        403,
      ],
      [{ cookie, origin: 'https://evil.example' }, 403],
      [{ cookie, origin: 'null' }, 403],
      [{ cookie, origin: chat.url.replace(/\d+$/, '1') }, 403],
      [{ cookie, origin: 'https://hub.example.evil.example' }, 403],
      [{ cookie, referer: 'https://evil.example/' }, 403],
      [{ cookie, referer: 'not an address' }, 403],
      [{ cookie, origin: 'https://hub.example', 'sec-fetch-site': 'cross-site' }, 403],
      [{ authorization: `Bearer ${ann.token}`, origin: 'https://evil.example' }, 200],
      [{ authorization: `Bearer ${ann.token}`, cookie }, 200],
    ] as const)
      assert.equal(await rename(headers), status, JSON.stringify(headers))
    const login = await chat.visitor.post('/api/v1/auths/signin', signIn, { origin: 'https://evil.example' })
    assert.equal(login.status, 403)
    assert.equal(
      (await chat.visitor.get('/api/v1/auths/', { cookie, origin: 'https://evil.example' })).status,
      200,
    )
  })
})

test('two Hubs on one host do not sign each other’s people out [chatapp.cookies-per-hub]', async (t) => {
  const [one, other] = [await startTestChatapp(t), await startTestChatapp(t)]
  const jar = new Map<string, string>()
  const call = async (hub: typeof one, path: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin: hub.url, 'content-type': 'application/json' }
    const answer = await fetch(hub.url + path, { ...init, headers })
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      if (value === '') jar.delete(name!)
      else jar.set(name!, value!)
    }
    return answer.status
  }
  const person = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' }
  for (const hub of [one, other])
    assert.equal(
      await call(hub, '/api/v1/auths/signup', { method: 'POST', body: JSON.stringify(person) }),
      200,
    )
  assert.deepEqual([await call(one, '/api/v1/auths/'), await call(other, '/api/v1/auths/')], [200, 200])
  assert.equal(await call(one, '/api/v1/auths/signout', { method: 'POST' }), 200)
  assert.deepEqual([await call(one, '/api/v1/auths/'), await call(other, '/api/v1/auths/')], [401, 200])
  const common = jar.get('token')!
  jar.clear()
  jar.set('token', common)
  assert.equal(await call(other, '/api/v1/auths/'), 200)
})
