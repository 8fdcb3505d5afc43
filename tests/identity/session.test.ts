import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { describe, test, type TestContext } from 'node:test'
import { createChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { createIdentify, type Identify } from '#ground/identity/session.ts'
import { startTestChatapp } from '../chatapp/started-chatapp.ts'
import { testClock } from '../support/clock.ts'
import { answers, startScriptedChatapp } from './support/scripted-chatapp.ts'

const UNAUTHENTICATED = { ok: false, refusal: 'unauthenticated' }
const cookie = (token: string) => ({ cookie: `other=1; token=${token}` })

async function startIdentify(t: TestContext) {
  const clock = testClock()
  const chat = await startTestChatapp(t, { clock, apiKeys: true })
  const ann = await chat.signUp('Ann')
  const bob = await chat.addUser('Bob', ann)
  const cleo = await chat.signUp('Cleo')
  const client = createChatappClient({ baseUrl: chat.url, credential: () => null, clock, timeoutMs: 5000 })
  t.after(() => client[Symbol.asyncDispose]())
  return { clock, ann, bob, cleo, identify: createIdentify({ whoIs: client.whoIs, clock }) }
}

describe('a caller', () => {
  test('is known by the cookie, as the web chat knows them [identity.sessions]', async (t) => {
    const { ann, bob, cleo, identify } = await startIdentify(t)
    assert.deepEqual(await identify(cookie(ann.token)), {
      ok: true,
      value: {
        email: 'ann@example.com',
        name: 'Ann',
        role: 'admin',
        userId: ann.id,
        key: null,
        via: 'session',
      },
    })
    const user = await identify(cookie(bob.token))
    assert.equal(user.ok && user.value.role, 'user')
    assert.deepEqual(await identify(cookie(cleo.token)), { ok: false, refusal: 'pending' })
  })

  test('is known by their key, which comes before the cookie [identity.sessions]', async (t) => {
    const { ann, bob, identify } = await startIdentify(t)
    const key = (await bob.post('/api/v1/auths/api_key')).json.api_key as string
    const authorization = `Bearer ${key}`
    const foreign = { authorization: 'Bearer of-another-service', 'x-api-key': key }
    const besideWrongKey = { authorization, 'x-api-key': `sk-${'0'.repeat(32)}` }
    for (const headers of [
      { authorization },
      { authorization, ...cookie(ann.token) },
      { 'x-api-key': key },
      foreign,
      besideWrongKey,
    ]) {
      const identified = await identify(headers)
      assert.deepEqual(identified.ok && [identified.value.userId, identified.value.via], [bob.id, 'key'])
    }
    const wrong = { authorization: `Bearer sk-${'0'.repeat(32)}`, ...cookie(ann.token) }
    assert.deepEqual(await identify(wrong), UNAUTHENTICATED)
  })

  test('is no one by any other header [identity.sessions]', async (t) => {
    const { ann, bob, identify } = await startIdentify(t)
    const key = (await bob.post('/api/v1/auths/api_key')).json.api_key as string
    const headers: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${ann.token}` },
      { authorization: 'Basic YW5uOnB3' },
      { authorization: key },
      { 'x-api-key': ann.token },
      { 'x-api-key': `${key}, ${key}` },
      { 'x-chatapp-user-email': 'ann@example.com', 'x-svc-user': 'ann@example.com' },
      { cookie: `tokens=${ann.token}` },
      { cookie: 'token=' },
      { cookie: `token=${key}` },
      { cookie: `token="${ann.token}"` },
      { cookie: `token=${ann.token}\u00e9` },
      { cookie: `token=${'x'.repeat(10_000)}` },
      { cookie: 'token=not.a.token' },
    ]
    for (const sent of headers)
      assert.deepEqual(await identify(sent), UNAUTHENTICATED, JSON.stringify(sent).slice(0, 80))
    // The bearer token is ignored, so the cookie identifies the caller.
    const beside = await identify({ authorization: `Bearer ${bob.token}`, ...cookie(ann.token) })
    assert.equal(beside.ok && beside.value.userId, ann.id)
  })

  test('is identified by a bearer token only if a route requests it [identity.sessions]', async (t) => {
    const { ann, bob, identify } = await startIdentify(t)
    const headers = { authorization: `Bearer ${bob.token}`, ...cookie(ann.token) }
    const identified = await identify(headers, { acceptBearerToken: true })
    assert.deepEqual(identified.ok && [identified.value.userId, identified.value.via], [bob.id, 'session'])
  })

  test('a person who signs out, is deleted or loses a role has no access after five seconds [identity.session-cache]', async (t) => {
    const { clock, ann, bob, cleo, identify } = await startIdentify(t)
    const roleOf = async (token: string) => {
      const identified = await identify(cookie(token))
      return identified.ok ? identified.value.role : identified.refusal
    }
    assert.equal(await roleOf(bob.token), 'user')
    await ann.post(`/api/v1/users/${bob.id}/update`, { role: 'pending' })
    clock.advance(4999)
    assert.equal(await roleOf(bob.token), 'user')
    clock.advance(1)
    assert.equal(await roleOf(bob.token), 'pending')
    await ann.post(`/api/v1/users/${bob.id}/update`, { role: 'admin' })
    assert.equal(await roleOf(bob.token), 'pending')
    clock.advance(1000)
    assert.equal(await roleOf(bob.token), 'admin')
    await bob.post('/api/v1/auths/signout')
    clock.advance(5000)
    assert.equal(await roleOf(bob.token), 'unauthenticated')
    await ann.delete(`/api/v1/users/${cleo.id}`)
    assert.equal(await roleOf(cleo.token), 'unauthenticated')
  })
})

describe('asking the web chat', () => {
  const person = { id: 'p', email: 'P@Example.com', name: 'P', role: 'user' }
  async function startScripted(t: TestContext, answer: RequestListener) {
    const clock = testClock()
    const { client, server } = await startScriptedChatapp(t, answer, { clock })
    const identify: Identify = createIdentify({ whoIs: client.whoIs, clock })
    return { clock, identify, asked: () => server.received.length }
  }

  test('a hundred requests of one person that come together ask once [identity.session-cache]', async (t) => {
    const { clock, identify, asked } = await startScripted(t, answers(200, person))
    const together = await Promise.all(Array.from({ length: 100 }, () => identify(cookie('a'))))
    assert.ok(together.every((identified) => identified.ok && identified.value.email === 'p@example.com'))
    assert.equal(asked(), 1)
    await identify(cookie('b'))
    assert.equal(asked(), 2)
    clock.advance(5000)
    await Promise.all(Array.from({ length: 100 }, () => identify(cookie('a'))))
    assert.equal(asked(), 3)
  })

  test('a clock that is set back lets no answer count for longer [identity.session-cache]', async (t) => {
    const { clock, identify, asked } = await startScripted(t, answers(200, person))
    await identify(cookie('a'))
    clock.advance(-3_600_000)
    await identify(cookie('a'))
    assert.equal(asked(), 2)
    clock.advance(4999)
    await identify(cookie('a'))
    assert.equal(asked(), 2)
  })

  test('an answer counts no longer than the session does [identity.session-cache]', async (t) => {
    const clock = testClock()
    const ends = Math.floor(clock.now() / 1000) + 2
    const {
      clock: its,
      identify,
      asked,
    } = await startScripted(t, answers(200, { ...person, expires_at: ends }))
    await identify(cookie('a'))
    its.advance(1999)
    await identify(cookie('a'))
    assert.equal(asked(), 1)
    its.advance(1)
    await identify(cookie('a'))
    assert.equal(asked(), 2)
  })

  test('five seconds count from the question, so a slow answer is not older than that [identity.session-cache]', async (t) => {
    const waiting = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const { clock, identify, asked } = await startScripted(t, async (request, response) => {
      arrived.resolve()
      await waiting.promise
      answers(200, person)(request, response)
    })
    const slow = identify(cookie('a'))
    await arrived.promise
    clock.advance(3000)
    waiting.resolve()
    assert.equal((await slow).ok, true)
    clock.advance(2000)
    await identify(cookie('a'))
    assert.equal(asked(), 2)
  })

  test('of ten thousand and one people the one seen longest ago is asked about again [identity.session-cache]', async () => {
    const clock = testClock()
    let asked = 0
    const identify = createIdentify({
      clock,
      whoIs: async () => {
        asked++
        return { ok: true, value: { ...person, role: 'user', expiresAt: null, key: null } }
      },
    })
    for (let n = 0; n <= 10_000; n++) await identify(cookie(`t${n}`))
    assert.equal(asked, 10_001)
    await identify(cookie('t10000'))
    await identify(cookie('t1'))
    assert.equal(asked, 10_001)
    await identify(cookie('t0'))
    assert.equal(asked, 10_002)
  })

  for (const [what, answer] of [
    ['fails', answers(500, { detail: 'x' })],
    ['shows a page', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['names nobody', answers(200, { ...person, email: '' })],
    ['closes the connection', (_, response) => void response.socket!.destroy()],
  ] satisfies [string, RequestListener][])
    test(`no person gets in while it ${what}, and it is asked again at once [identity.fails-closed]`, async (t) => {
      let isBroken = true
      const { identify } = await startScripted(t, (request, response) =>
        (isBroken ? answer : answers(200, person))(request, response),
      )
      assert.deepEqual(await identify(cookie('a')), { ok: false, refusal: 'unavailable' })
      isBroken = false
      assert.equal((await identify(cookie('a'))).ok, true)
    })

  test('every person is refused while the web chat does not respond [identity.fails-closed]', async (t) => {
    const { clock, identify } = await startScripted(t, () => {})
    const waiting = identify(cookie('a'))
    await clock.sleeper(10_000)
    clock.advance(10_000)
    assert.deepEqual(await waiting, { ok: false, refusal: 'unavailable' })
  })

  test('disabled keys and unknown roles let no person in [identity.fails-closed]', async (t) => {
    const off = await startScripted(
      t,
      answers(403, { detail: 'Use of API key is not enabled in the environment.' }),
    )
    const refused = await off.identify({ authorization: 'Bearer sk-1' })
    assert.deepEqual(refused, { ok: false, refusal: 'keys_refused' })
    const pending = await startScripted(t, (request, response) => {
      const answer =
        request.url === '/api/v1/auths/'
          ? answers(403, { detail: 'A human session is required.' })
          : answers(401, { detail: 'You do not have permission to access this resource.' })
      answer(request, response)
    })
    const restricted = await startScripted(t, (request, response) => {
      const answer =
        request.url === '/api/v1/auths/'
          ? answers(403, { detail: 'You do not have permission to access this resource.' })
          : answers(200, person)
      answer(request, response)
    })
    assert.equal((await restricted.identify({ authorization: 'Bearer sk-1' })).ok, true)
    assert.deepEqual(await restricted.identify(cookie('a')), { ok: false, refusal: 'unauthenticated' })
    const waiting = await pending.identify({ authorization: 'Bearer sk-1' })
    assert.deepEqual(waiting, { ok: false, refusal: 'pending' })
    const odd = await startScripted(t, answers(200, { ...person, role: 'superuser' }))
    assert.deepEqual(await odd.identify(cookie('a')), { ok: false, refusal: 'pending' })
  })
})
