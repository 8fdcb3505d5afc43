import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decideAtProvider } from '../support/openid-consent.ts'
import { BACKENDS } from '../support/stores.ts'
import { clientOf } from './client.ts'
import { asBrowser, begin, comeBack, errorIn, must, startIntegrations } from './integrations-world.ts'
import { PASSWORD } from './started-chatapp.ts'

for (const backend of BACKENDS)
  describe(`connecting an account on ${backend.kind}`, { skip: backend.skip }, () => {
    test('a person connects an account at an OpenID provider, and the Hub gets its token [integrations.connect]', async (t) => {
      const location = await backend.locate(t)
      const { chat, clock, provider, admin, addOpenId, sessions } = await startIntegrations(t, {
        chat: { location },
      })
      await addOpenId('files')
      const pat = await chat.addUser('Pat', admin)
      const tools = async () => (await pat.get('/api/v1/tools/')).json
      assert.deepEqual(
        (await tools()).map((tool: any) => [tool.id, tool.name, tool.authenticated, tool.connection]),
        [['server:mcp:files', 'Files', false, null]],
      )
      assert.equal((await sessions(pat)).status, 400)

      const away = new URL(await begin(pat, 'files'))
      assert.equal(away.origin, provider.url)
      const asked = Object.fromEntries(away.searchParams)
      assert.deepEqual(
        [asked.redirect_uri, asked.code_challenge_method, asked.scope, asked.response_type],
        [
          'http://chat.test/oauth/clients/mcp:files/callback',
          'S256',
          'openid files.read offline_access',
          'code',
        ],
      )
      assert.match(asked.state!, /^[\w-]{43}$/)
      assert.match(asked.nonce!, /^[\w-]{43}$/)

      const back = await comeBack(pat, await decideAtProvider(away.href))
      assert.deepEqual([back.status, back.headers.get('location')], [302, 'http://chat.test/'])
      assert.equal(back.headers.get('cache-control'), 'no-store')

      const now = Math.floor(clock.now() / 1000)
      const [tool] = await tools()
      assert.deepEqual(
        [tool.authenticated, tool.connection.state, tool.connection.created_at],
        [true, 'healthy', now],
      )
      const [session] = (await sessions(pat)).json
      assert.deepEqual(
        { ...session, id: '', token: { ...session.token, access_token: '' } },
        {
          id: '',
          user_id: pat.id,
          provider: 'mcp:files',
          token: {
            access_token: '',
            token_type: 'bearer',
            expires_at: now + 3600,
            scope: 'openid files.read offline_access',
          },
          state: 'healthy',
          scope: 'openid files.read offline_access',
          expires_at: now + 3600,
          created_at: now,
          updated_at: now,
        },
      )
      assert.equal((await provider.accepts(session.token.access_token))?.account, 'pat')
      assert.doesNotMatch(JSON.stringify(await tools()), new RegExp(session.token.access_token))
      assert.equal((await pat.get(`/api/v1/users/${pat.id}/oauth/sessions`)).status, 401)
    })

    test('a refusal at the provider leaves no connection and says so in our words [integrations.refused]', async (t) => {
      const location = await backend.locate(t)
      const { chat, admin, addOpenId, connect, sessions } = await startIntegrations(t, { chat: { location } })
      await addOpenId('files')
      const pat = await chat.addUser('Pat', admin)
      const back = await connect(pat, 'files', { allow: false })
      assert.equal(back.status, 302)
      assert.equal(errorIn(back), 'Files was not connected: access was declined there.')
      assert.doesNotMatch(back.headers.get('location')!, /refused|End-User/)
      assert.equal((await sessions(pat)).status, 400)
    })

    test('an answer counts once, for the person and the session that asked, and for an hour [integrations.state]', async (t) => {
      const location = await backend.locate(t)
      const { chat, clock, provider, admin, addOpenId, sessions } = await startIntegrations(t, {
        chat: { location },
        ids: ['files', 'mail'],
      })
      await addOpenId('files')
      await addOpenId('mail')
      const pat = await chat.addUser('Pat', admin)
      const codes = () => provider.tokenRequests('authorization_code').length
      const callback = await decideAtProvider(await begin(pat, 'files'))
      const wrong = callback.replace(/state=[^&]+/, 'state=something-else')
      const otherSession = { ...pat, token: (await signInAgain(pat.url, 'pat@example.com')).token }
      const refused = [
        await comeBack(pat, wrong),
        await comeBack(pat, callback.replace(/state=[^&]+&?/, '')),
        await comeBack(admin, callback),
        await comeBack(otherSession, callback),
        await comeBack(pat, callback.replace('mcp:files', 'mcp:mail')),
      ]
      for (const answer of refused) assert.match(errorIn(answer)!, /no longer valid/)
      const signedOut = await asBrowser(
        { ...pat, token: '' },
        new URL(callback).pathname + new URL(callback).search,
      )
      assert.match(errorIn(signedOut)!, /signed out/)
      assert.equal(codes(), 0)

      assert.equal(errorIn(await comeBack(pat, callback)), null)
      assert.match(errorIn(await comeBack(pat, callback))!, /no longer valid/)
      assert.equal(codes(), 1)
      assert.equal((await sessions(pat)).json.length, 1)

      const late = await decideAtProvider(await begin(pat, 'files'))
      clock.advance(3_600_000)
      assert.match(errorIn(await comeBack(pat, late))!, /no longer valid/)
      assert.equal(codes(), 1)
    })

    test('a second authorization takes the place of the first, and a new connection that of the old [integrations.state]', async (t) => {
      const location = await backend.locate(t)
      const { chat, clock, admin, addOpenId, connect, sessions } = await startIntegrations(t, {
        chat: { location },
      })
      await addOpenId('files')
      const pat = await chat.addUser('Pat', admin)
      const first = await decideAtProvider(await begin(pat, 'files'))
      const second = await decideAtProvider(await begin(pat, 'files'))
      assert.match(errorIn(await comeBack(pat, first))!, /no longer valid/)
      assert.equal(errorIn(await comeBack(pat, second)), null)
      const [before] = (await sessions(pat)).json
      clock.advance(5000)
      assert.equal(errorIn(await connect(pat, 'files')), null)
      const [after, ...more] = (await sessions(pat)).json
      assert.notEqual(after.id, before.id)
      assert.equal(after.created_at, before.created_at + 5)
      assert.equal(more.length, 0)
    })

    test('two callbacks at once make one connection [integrations.state]', async (t) => {
      const location = await backend.locate(t)
      const { chat, admin, provider, addOpenId, sessions } = await startIntegrations(t, {
        chat: { location },
      })
      await addOpenId('files')
      const pat = await chat.addUser('Pat', admin)
      const callback = await decideAtProvider(await begin(pat, 'files'))
      const answers = await Promise.all([1, 2, 3, 4].map(() => comeBack(pat, callback)))
      assert.equal(answers.filter((answer) => errorIn(answer) === null).length, 1)
      assert.equal(provider.tokenRequests('authorization_code').length, 1)
      assert.equal((await sessions(pat)).json.length, 1)
    })
  })

const signInAgain = async (url: string, email: string): Promise<{ token: string }> =>
  (await must(clientOf(url).post('/api/v1/auths/signin', { email, password: PASSWORD }))).json
