import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { testClock } from '../support/clock.ts'
import type { OpenIdProvider, ProviderRequest } from '../support/openid-provider.ts'
import { BACKENDS } from '../support/stores.ts'
import type { Client } from './client.ts'
import { errorIn, startIntegrations, type IntegrationsWorld } from './integrations-world.ts'
import { startTestChatapp, type ChatappSettings } from './started-chatapp.ts'

const ONLY = '?provider=mcp:files'
const HOUR = 3_600_000

async function connected(t: Parameters<typeof startIntegrations>[0], chat: ChatappSettings = {}) {
  const world = await startIntegrations(t, { chat })
  await world.addOpenId('files')
  const pat = await world.chat.addUser('Pat', world.admin)
  assert.equal(errorIn(await world.connect(pat, 'files')), null)
  const session = async () => (await world.sessions(pat, ONLY)).json[0]
  const token = async (): Promise<string | null> => (await session()).token?.access_token ?? null
  return { ...world, pat, session, token, first: (await token())! }
}

const refreshes = (provider: OpenIdProvider) => provider.tokenRequests('refresh_token').length
const isRefresh = ({ form }: ProviderRequest) => form.get('grant_type') === 'refresh_token'
const tool = async (person: Client) => (await person.get('/api/v1/tools/')).json[0]

for (const backend of BACKENDS)
  describe(`fresh tokens on ${backend.kind}`, { skip: backend.skip }, () => {
    test('a token is refreshed once, five minutes before its expiry, and the new refresh token is stored [integrations.refresh-ahead]', async (t) => {
      const { clock, provider, token, session, first } = await connected(t, {
        location: await backend.locate(t),
      })
      clock.advance(HOUR - 301_000)
      assert.equal(await token(), first)
      assert.equal(refreshes(provider), 0)
      clock.advance(1000)
      const second = (await token())!
      assert.notEqual(second, first)
      assert.ok(await provider.accepts(second))
      assert.equal(await token(), second)
      assert.equal(refreshes(provider), 1)
      assert.equal((await session()).expires_at, Math.floor(clock.now() / 1000) + 3600)
      clock.advance(2 * HOUR)
      assert.notEqual(await token(), second)
      const used = provider.tokenRequests('refresh_token').map(({ form }) => form.get('refresh_token'))
      assert.equal(new Set(used).size, 2)
    })

    test('twenty requests at once with an expired token make one refresh [integrations.one-refresh]', async (t) => {
      const { clock, provider, token, session, first } = await connected(t, {
        location: await backend.locate(t),
      })
      const { id } = await session()
      clock.advance(2 * HOUR)
      const tokens = await Promise.all(Array.from({ length: 20 }, token))
      assert.equal(new Set(tokens).size, 1)
      assert.notEqual(tokens[0], first)
      assert.equal(refreshes(provider), 1)
      assert.equal((await session()).id, id)
    })

    test('two web chats on one store make one refresh between them [integrations.one-refresh]', async (t) => {
      const location = await backend.locate(t)
      const moved = testClock()
      const clock = { now: moved.now, sleep: systemClock.sleep, after: systemClock.after }
      const { provider, admin, pat, token } = await connected(t, { location, clock })
      const other = await startTestChatapp(t, { location, clock })
      const asOther = async () => {
        const answer = await fetch(`${other.url}/api/v1/users/${pat.id}/oauth/sessions${ONLY}`, {
          headers: { authorization: `Bearer ${admin.token}` },
        })
        return ((await answer.json()) as { token: { access_token: string } }[])[0]!.token.access_token
      }
      moved.advance(2 * HOUR)
      const calls = Array.from({ length: 10 }, () => [token(), asOther()]).flat()
      assert.equal(new Set(await Promise.all(calls)).size, 1)
      assert.equal(refreshes(provider), 1)
    })

    test('a provider that takes long to describe itself to one web chat is not asked twice with one refresh token [integrations.one-refresh]', async (t) => {
      const location = await backend.locate(t)
      const moved = testClock()
      const clock = { now: moved.now, sleep: systemClock.sleep, after: systemClock.after }
      const { provider, admin, pat, token, first } = await connected(t, { location, clock })
      const other = await startTestChatapp(t, { location, clock })
      const asOther = async () => {
        const answer = await fetch(`${other.url}/api/v1/users/${pat.id}/oauth/sessions${ONLY}`, {
          headers: { authorization: `Bearer ${admin.token}` },
        })
        return ((await answer.json()) as { token: { access_token: string } }[])[0]!.token.access_token
      }
      moved.advance(2 * HOUR)
      const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let isFirst = true
      provider.intercept(async ({ path }) => {
        if (!isFirst || !path.startsWith('/.well-known/')) return false
        isFirst = false
        asked.resolve()
        await goOn.promise
        return false
      })
      const slow = token()
      await asked.promise
      moved.advance(31_000) // longer than the lease of a refresh
      const quick = await asOther()
      goOn.resolve()
      assert.notEqual(quick, first)
      assert.equal(await slow, quick)
      assert.equal(refreshes(provider), 1)
      assert.ok(await provider.accepts(quick))
    })

    test('a connection that its provider ended stays visible as ended, and gives no token [integrations.revoked]', async (t) => {
      const { clock, provider, pat, token, session, sessions, connect } = await connected(t, {
        location: await backend.locate(t),
      })
      provider.intercept((request, response) => isRefresh(request) && refuse(response, 'invalid_grant'))
      clock.advance(2 * HOUR)
      const ended = await session()
      assert.deepEqual([ended.token, ended.state], [null, 'revoked'])
      assert.equal((await sessions(pat)).json[0].token, null)
      assert.equal(refreshes(provider), 1)
      assert.deepEqual(
        [(await tool(pat)).authenticated, (await tool(pat)).connection.state],
        [false, 'revoked'],
      )
      provider.intercept(null)
      assert.equal(errorIn(await connect(pat, 'files')), null)
      assert.ok(await token())
      assert.equal((await tool(pat)).connection.state, 'healthy')
    })

    test('a lost response to a refresh ends with an error, not in silence [integrations.revoked]', async (t) => {
      const { clock, provider, sessions, pat, session } = await connected(t, {
        location: await backend.locate(t),
      })
      clock.advance(2 * HOUR)
      // Simulates a process that dies before it stores the refreshed tokens.
      provider.intercept(async (request, response) => {
        if (!isRefresh(request) || request.headers['x-again']) return false
        assert.equal((await again(provider, request)).status, 200)
        response.destroy()
        return true
      })
      assert.equal((await sessions(pat, ONLY)).status, 503)
      provider.intercept(null)
      assert.deepEqual([(await session()).token, (await session()).state], [null, 'revoked'])
    })

    test('while one process refreshes, others give out a token that works, or wait [integrations.one-refresh]', async (t) => {
      const { chat, clock, provider, pat, sessions, token, first } = await connected(t, {
        location: await backend.locate(t),
      })
      const lease = (ms: number) =>
        chat.store.db
          .updateTable('chatapp_oauth_sessions')
          .set({ lease_owner: 'another process', leased_until_ms: clock.now() + ms })
          .execute()
      clock.advance(HOUR - 60_000)
      await lease(30_000)
      assert.equal(await token(), first)
      clock.advance(HOUR)
      await lease(30_000)
      const waiting = sessions(pat, ONLY)
      await clock.sleeperFor(100)
      // The other process never finishes its refresh: its lease expires, and the next request refreshes.
      clock.advance(30_000)
      assert.equal((await waiting).status, 503)
      assert.equal(refreshes(provider), 0)
      assert.notEqual(await token(), first)
      assert.equal(refreshes(provider), 1)
    })
  })

describe('fresh tokens when the provider fails', () => {
  const failures: Record<string, (world: IntegrationsWorld) => (response: ServerResponse) => boolean> = {
    'a 500': () => (response) => answerWith(response, 500, 'application/json', '{"error":"server_error"}'),
    HTML: () => (response) => answerWith(response, 200, 'text/html', '<h1>Sign in</h1>'),
    'broken JSON': () => (response) => answerWith(response, 200, 'application/json', '{"access_token":'),
    'no token': () => (response) => answerWith(response, 200, 'application/json', '{}'),
    'a redirect': () => (response) => {
      response.setHeader('location', 'http://127.0.0.1:1/')
      return answerWith(response, 307, 'text/plain', '')
    },
    'an endless answer': () => (response) =>
      answerWith(response, 200, 'application/json', `{"a":"${'x'.repeat(600 * 1024)}"}`),
    'a broken connection': () => (response) => {
      response.destroy()
      return true
    },
    'nothing for ten seconds':
      ({ clock }) =>
      () => {
        void clock.sleeperFor(10_000).then(() => clock.advance(10_000))
        return true
      },
  }
  for (const [name, failure] of Object.entries(failures))
    test(`${name}: a token that still works is given out, an expired one is not [integrations.provider-down]`, async (t) => {
      const world = await connected(t)
      const { clock, provider, pat, sessions, session, first } = world
      clock.advance(HOUR - 200_000)
      const fail = failure(world)
      provider.intercept((request, response) => isRefresh(request) && fail(response))
      const still = await session()
      assert.deepEqual([still.token.access_token, still.state], [first, 'healthy'])
      assert.equal((await session()).token.access_token, first)
      assert.equal(refreshes(provider), 1, 'it is not asked again at once')
      clock.advance(HOUR)
      const alone = await sessions(pat, ONLY)
      assert.deepEqual([alone.status, alone.headers.get('retry-after')], [503, '5'])
      assert.match(alone.json.detail, /try again/i)
      const all = (await sessions(pat)).json[0]
      assert.deepEqual([all.token, all.state], [null, 'expired'])
      assert.equal((await tool(pat)).connection.state, 'expired')
      provider.intercept(null)
      assert.notEqual((await session()).token.access_token, first)
      assert.equal((await tool(pat)).connection.state, 'healthy')
    })

  test('after an outage of the provider, tokens are refreshed again [integrations.provider-down]', async (t) => {
    const { clock, provider, pat, sessions, token, first } = await connected(t)
    clock.advance(2 * HOUR)
    await provider.down()
    assert.equal((await sessions(pat, ONLY)).status, 503)
    await provider.up()
    assert.notEqual(await token(), first)
  })

  test('a connection ended during its refresh stays ended, at the provider too [integrations.disconnect]', async (t) => {
    const { clock, provider, pat, sessions } = await connected(t)
    clock.advance(2 * HOUR)
    const arrived = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    let made = { refresh_token: '' }
    provider.intercept(async (request, response) => {
      if (!isRefresh(request) || request.headers['x-again']) return false
      made = (await (await again(provider, request)).json()) as typeof made
      arrived.resolve()
      await goOn.promise
      return answerWith(response, 200, 'application/json', JSON.stringify(made))
    })
    const asking = sessions(pat, ONLY)
    await arrived.promise
    assert.equal((await pat.delete('/api/v1/auths/oauth/sessions/mcp:files')).json, true)
    goOn.resolve()
    assert.equal((await asking).json[0].token, null)
    assert.equal((await sessions(pat)).status, 400)
    const revoked = provider.requests.filter(({ path }) => path === '/token/revocation')
    assert.equal(revoked[1]!.form.get('token'), made.refresh_token)
    assert.equal(await provider.acceptsRefresh(made.refresh_token), false)
  })
})

const again = (provider: OpenIdProvider, { form, headers }: ProviderRequest) =>
  fetch(`${provider.url}/token`, {
    method: 'POST',
    body: form,
    headers: { authorization: headers.authorization!, 'x-again': 'yes' },
  })

const answerWith = (response: ServerResponse, status: number, type: string, body: string): boolean => {
  response.writeHead(status, { 'content-type': type })
  response.end(body)
  return true
}

const refuse = (response: ServerResponse, error: string): boolean =>
  answerWith(response, 400, 'application/json', JSON.stringify({ error }))
