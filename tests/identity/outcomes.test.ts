import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { describe, test } from 'node:test'
import { createChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { testClock } from '../support/clock.ts'
import { freePort } from '../support/free-ports.ts'
import { accountRow, answers, startScriptedChatapp } from './support/scripted-chatapp.ts'

const PAGE = '<!doctype html><title>Open WebUI</title>'
const html =
  (status: number): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
  }
const json =
  (text: string): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }
const unavailable = (reason: string) => ({ ok: false, refusal: { code: 'unavailable', reason } })

describe('a web chat that does not answer as it should', () => {
  for (const [what, answer, reason] of [
    ['a page with status 200', html(200), 'not_data'],
    ['a page with status 404', html(404), 'not_data'],
    ['a page with status 401', html(401), 'not_data'],
    ['a page with status 502', html(502), 'server_error'],
    ['a redirect', (_, response) => response.writeHead(302, { location: '/auth' }).end(), 'not_data'],
    ['nothing at all', (_, response) => response.writeHead(204).end(), 'not_data'],
    ['JSON that is none', json('{"id": '), 'unexpected_answer'],
    ['JSON of another shape', json('{"users": "many"}'), 'unexpected_answer'],
    ['null', json('null'), 'unexpected_answer'],
    ['an error of its own', answers(500, { detail: 'broken' }), 'server_error'],
    ['too many requests', answers(429, { detail: 'API rate limit exceeded' }), 'busy'],
    [
      'half an answer',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
        response.write('{"id"')
        setImmediate(() => response.destroy())
      },
      'unreachable',
    ],
    ['a closed connection', (_, response) => void response.socket!.destroy(), 'unreachable'],
  ] satisfies [string, RequestListener, string][])
    test(`${what} is no valid response [identity.outcomes] [identity.data-only]`, async (t) => {
      const { client } = await startScriptedChatapp(t, answer)
      assert.deepEqual(await client.accounts.get('ann'), unavailable(reason))
      assert.deepEqual(await client.whoIs('a-token'), unavailable(reason))
      assert.deepEqual(await client.accounts.list(), unavailable(reason))
    })

  test('one that is not there is unreachable [identity.outcomes]', async (t) => {
    const client = createChatappClient({
      baseUrl: `http://127.0.0.1:${await freePort()}`,
      credential: () => null,
      clock: testClock(),
      timeoutMs: 1000,
    })
    t.after(() => client[Symbol.asyncDispose]())
    assert.deepEqual(await client.groups.list(), unavailable('unreachable'))
  })

  for (const [what, begin] of [
    ['says nothing', () => {}],
    [
      'stops in the middle of its answer',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write('{"id": "a')
      },
    ],
  ] satisfies [string, RequestListener][])
    test(`a web chat that ${what} is given up after the time limit [identity.outcomes]`, async (t) => {
      const clock = testClock()
      const { client } = await startScriptedChatapp(t, begin, { clock, timeoutMs: 4000 })
      const asked = client.accounts.get('ann')
      await clock.sleeper(4000)
      clock.advance(4000)
      assert.deepEqual(await asked, unavailable('timeout'))
    })

  test('a broken connection is retried once, but only for reading [identity.outcomes]', async (t) => {
    let broken = 0
    const { client, server } = await startScriptedChatapp(t, (request, response) => {
      if (broken++ === 0) response.socket!.destroy()
      else answers(200, accountRow('ann', 1))(request, response)
    })
    assert.equal((await client.accounts.get('ann')).ok, true)
    assert.equal(server.received.length, 2)
    broken = 0
    const created = await client.accounts.create({
      name: 'B',
      email: 'b@example.com',
      password: 'x',
      role: 'user',
    })
    assert.deepEqual(created, unavailable('unreachable'))
    assert.equal(server.received.length, 3)
  })
})

describe('refusals of the web chat', () => {
  const missing = { ok: false, refusal: { code: 'missing' } }
  for (const [status, detail, expected] of [
    [400, "We could not find what you're looking for :/", missing],
    [401, 'We could not find what you’re looking for: no such group.', missing],
    [404, "We could not find what you're looking for :/", missing],
    [401, 'Not authenticated', { ok: false, refusal: { code: 'unauthenticated' } }],
    [401, '401 Unauthorized', { ok: false, refusal: { code: 'unauthenticated' } }],
    [
      401,
      'Your session has expired or the token is invalid. Please sign in again.',
      { ok: false, refusal: { code: 'unauthenticated' } },
    ],
    [
      401,
      'You do not have permission to access this resource.',
      {
        ok: false,
        refusal: {
          code: 'refused',
          status: 401,
          detail: 'You do not have permission to access this resource.',
        },
      },
    ],
    [
      422,
      [{ loc: ['body', 'email'], msg: 'not an e-mail', input: 'svc-secret' }],
      { ok: false, refusal: { code: 'refused', status: 422, detail: 'body.email: not an e-mail' } },
    ],
    [
      400,
      { message: 'From upstream' },
      { ok: false, refusal: { code: 'refused', status: 400, detail: 'From upstream' } },
    ],
  ] as const)
    test(`${status} with ${JSON.stringify(detail).slice(0, 40)} is understood [identity.outcomes]`, async (t) => {
      const { client } = await startScriptedChatapp(t, answers(status, { detail }))
      assert.deepEqual(await client.groups.get('g'), expected)
    })

  test('deleting a missing account is no failure, and deleting a protected account is [identity.outcomes]', async (t) => {
    let status = 400
    const { client } = await startScriptedChatapp(t, (request, response) =>
      answers(status, {
        detail: status === 403 ? 'Not this one' : "We could not find what you're looking for",
      })(request, response),
    )
    assert.deepEqual(await client.accounts.remove('gone'), { ok: true, value: undefined })
    assert.deepEqual(await client.groups.remove('gone'), { ok: true, value: undefined })
    status = 403
    assert.deepEqual(await client.accounts.remove('first'), {
      ok: false,
      refusal: { code: 'protected', detail: 'Not this one' },
    })
  })

  test('an id leads to no other address, and the token of a new account is dropped [identity.outcomes]', async (t) => {
    const { client, server } = await startScriptedChatapp(
      t,
      answers(200, { ...accountRow('bob', 2), token: 'live-token' }),
    )
    for (const id of ['..', '.', '', '../groups/create', 'a/b?c#d', '\ud800']) await client.accounts.get(id)
    assert.deepEqual(
      server.received.map(({ target }) => target),
      ['-', '-', '-', '..%2Fgroups%2Fcreate', 'a%2Fb%3Fc%23d', '%EF%BF%BD'].map(
        (id) => `/api/v1/users/${id}`,
      ),
    )
    const made = await client.accounts.create({
      name: 'B',
      email: ' B@example.com',
      password: 'pw',
      role: 'user',
    })
    assert.equal(JSON.stringify(made).includes('live-token'), false)
    assert.equal(made.ok, true)
  })

  test('the service calls with its own credential, and for a person with theirs [identity.outcomes]', async (t) => {
    const { client, server } = await startScriptedChatapp(t, answers(200, accountRow('ann', 1)))
    await client.accounts.get('ann')
    await client.whoIs('anns-token')
    assert.deepEqual(
      server.received.map(({ headers }) => [headers.authorization, headers['accept-encoding']]),
      [
        ['Bearer svc-secret', 'identity'],
        ['Bearer anns-token', 'identity'],
      ],
    )
  })
})
