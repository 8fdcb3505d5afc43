import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decideAtProvider } from '../support/openid-consent.ts'
import { BACKENDS } from '../support/stores.ts'
import { codeOf } from '../support/totp.ts'
import { clientOf } from './client.ts'
import { startOpenIdWorld } from './openid-world.ts'
import { emailOf, PASSWORD } from './started-chatapp.ts'

const me = async (person: { get(path: string): Promise<{ json: any }> }) =>
  (await person.get('/api/v1/auths/')).json

for (const backend of BACKENDS)
  describe(`signing in at a provider, on ${backend.kind}`, { skip: backend.skip }, () => {
    test('people sign in at a real provider, keep their account when its e-mail changes, and go where they wanted to [openid.sign-in] [chatapp.sign-in-records] [openid.account] [openid.redirect]', async (t) => {
      const location = await backend.locate(t)
      const { chat, acme, claims, browser, signIn } = await startOpenIdWorld(t, { location })
      const admin = await chat.signUp('Ann')
      assert.deepEqual((await chat.visitor.get('/api/config')).json.oauth.providers, { acme: 'Acme' })

      const own = browser()
      const begun = await own.begin('acme', '/c/7?x=1#end')
      const asked = new URL(begun).searchParams
      assert.equal(asked.get('code_challenge_method'), 'S256')
      assert.ok(asked.get('state')!.length > 20 && asked.get('nonce')!.length > 20)
      const landed = await own.comeBack(await decideAtProvider(begun, { account: 'pat' }))
      assert.deepEqual([landed.error, landed.answer.headers.get('location')], [null, '/c/7?x=1#end'])
      const [ended, began] = landed.answer.headers.getSetCookie()
      assert.match(
        ended!,
        /^sign-in-[0-9a-f]{16}-\d+=; Path=\/oauth\/acme\/; Max-Age=0; HttpOnly; SameSite=Lax; Secure$/,
      )
      assert.match(began!, /^token=.+HttpOnly; SameSite=Lax; Secure$/)
      assert.ok(acme.requests.some(({ path }) => path === '/jwks'))
      const pat = await me(landed.person)
      assert.deepEqual([pat.email, pat.name, pat.role], ['pat@provider.test', 'Pat', 'pending'])
      const seen = (await admin.get(`/api/v1/users/${pat.id}`)).json
      assert.deepEqual(seen.oauth, { acme: { sub: 'pat' } })
      const records = await chat.store.db
        .selectFrom('chatapp_sign_in_records')
        .select(['provider', 'email', 'outcome'])
        .where('way', '=', 'provider')
        .execute()
      assert.deepEqual(records, [{ provider: 'acme', email: 'pat@provider.test', outcome: 'signed_in' }])

      claims['pat'] = { email: 'patricia@provider.test', name: 'Patricia' }
      const again = await me((await signIn('pat')).person)
      assert.deepEqual([again.id, again.email, again.name], [pat.id, 'patricia@provider.test', 'Patricia'])
      assert.notEqual((await me((await signIn('quinn')).person)).id, pat.id)

      assert.equal((await admin.delete(`/api/v1/users/${pat.id}`)).json, true)
      assert.notEqual((await me((await signIn('pat')).person)).id, pat.id)
    })

    test('two concurrent first sign-ins of a person create a single account [openid.account]', async (t) => {
      const { chat, signIn } = await startOpenIdWorld(t, { location: await backend.locate(t) })
      const admin = await chat.signUp('Ann')
      const landed = await Promise.all([signIn('pat'), signIn('pat'), signIn('pat')])
      assert.deepEqual(
        landed.map(({ error }) => error),
        [null, null, null],
      )
      assert.equal(new Set(landed.map(({ person }) => person.id)).size, 1)
      assert.equal((await admin.get('/api/v1/users/?query=pat')).json.total, 1)
    })

    test('a waiting account under another person’s e-mail opens only for its owner [openid.link]', async (t) => {
      const location = await backend.locate(t)
      const world = await startOpenIdWorld(t, { location, provider: { link: true }, chat: { apiKeys: true } })
      const { chat, claims, signIn } = world
      const admin = await chat.signUp('Ann')
      const intruder = await chat.addUser('Pat', admin)
      const { api_key: key } = (await intruder.post('/api/v1/auths/api_key')).json
      assert.match(key, /^sk-/)
      const totp = '/api/v1/auths/totp'
      const { secret } = (await intruder.post(totp, { password: PASSWORD })).json
      const confirmed = await intruder.post(`${totp}/confirm`, { code: codeOf(secret, world.clock.now()) })
      assert.equal(confirmed.status, 200)
      const passkey = {
        name: 'x',
        algorithm: -7,
        public_key: 'x',
        transports: '[]',
        counter: 0,
        created_at: 0,
      }
      await chat.store.db
        .insertInto('chatapp_passkeys')
        .values({ ...passkey, id: 'intruder', user_id: intruder.id, last_used_at: null })
        .execute()
      claims['pat'] = { email: emailOf('Pat'), email_verified: false }
      const unverified = await signIn('pat')
      assert.equal(unverified.error, 'email_not_verified')
      assert.equal((await intruder.get('/api/v1/auths/')).status, 200)

      claims['pat'] = { email: emailOf('Pat').toUpperCase() }
      const owner = await signIn('pat')
      assert.deepEqual([owner.error, owner.person.id], [null, intruder.id])
      assert.equal((await me(owner.person)).role, 'user')
      assert.deepEqual((await owner.person.get(totp)).json, { is_on: false, recovery_codes_left: 0 })
      assert.deepEqual((await owner.person.get('/api/v1/auths/passkeys')).json, [])
      assert.equal((await intruder.get('/api/v1/auths/')).status, 401)
      assert.equal((await clientOf(chat.url, key).get('/api/v1/auths/')).status, 401)
      const form = { email: emailOf('Pat'), password: PASSWORD }
      assert.equal((await chat.visitor.post('/api/v1/auths/signin', form)).status, 400)

      const second = await signIn('pat')
      assert.deepEqual([second.error, second.person.id], [null, intruder.id])
      assert.equal((await owner.person.get('/api/v1/auths/')).status, 200)
    })

    test('a reused e-mail opens no account of another person, until an administrator releases the identity [openid.link]', async (t) => {
      const location = await backend.locate(t)
      const { chat, acme, claims, signIn } = await startOpenIdWorld(t, {
        location,
        provider: { link: true, defaultRole: 'user' },
        others: [{ id: 'second', name: 'Second', link: true, defaultRole: 'user' }],
      })
      const admin = await chat.signUp('Ann')
      const kim = await signIn('kim')
      await chat.addUser('Lou', admin)
      claims['lou'] = { email: emailOf('Lou') }
      claims['other'] = { email: emailOf('Lou') }
      const raced = await Promise.all([signIn('lou'), signIn('other'), signIn('lou', 'second')])
      const winners = raced.filter(({ error }) => error === null)
      assert.ok(winners.length === 1 || winners.length === 2)
      assert.equal(new Set(winners.map(({ person }) => person.id)).size, 1)
      const rows = await chat.store.db.selectFrom('chatapp_identities').selectAll().execute()
      assert.equal(new Set(rows.map((row) => row.user_id)).size, rows.length)

      claims['newcomer'] = { email: 'kim@provider.test' }
      for (const entry of ['acme', 'second'])
        assert.equal((await signIn('newcomer', entry)).error, 'email_taken')
      assert.equal((await signIn('kim', 'second')).person.id, kim.person.id)
      const records = await chat.store.db
        .selectFrom('chatapp_sign_in_records')
        .select(['email', 'outcome'])
        .where('outcome', '=', 'email_taken')
        .where('email', '=', 'kim@provider.test')
        .execute()
      assert.equal(records.length, 2)

      // The refusal `email_taken` also protects the first administrator's account.
      claims['ann'] = { email: emailOf('Ann') }
      const first = await signIn('ann')
      assert.equal(first.person.id, admin.id)
      claims['mallory'] = { email: emailOf('Ann') }
      assert.equal((await signIn('mallory')).error, 'email_taken')

      const identities = `/api/v1/users/${kim.person.id}/identities`
      const listed = (await first.person.get(identities)).json.items
      assert.deepEqual(
        listed.map(({ issuer, subject, email }: any) => [issuer, subject, email]),
        [[acme.url, 'kim', 'kim@provider.test']],
      )
      assert.equal((await kim.person.get(identities)).status, 401)
      const release = (issuer: string) => first.person.post(`${identities}/release`, { issuer })
      assert.equal((await release('https://other.example')).status, 404)
      assert.equal((await release(acme.url)).json, true)
      assert.equal((await kim.person.get('/api/v1/auths/')).status, 401)
      const accepted = await signIn('newcomer')
      assert.deepEqual([accepted.error, accepted.person.id], [null, kim.person.id])
      assert.equal((await signIn('kim')).error, 'email_taken')
    })

    test('an administrator’s release lets the next verified identity in, also where the provider may not link [openid.link]', async (t) => {
      const { chat, acme, claims, signIn } = await startOpenIdWorld(t, { location: await backend.locate(t) })
      const admin = await chat.signUp('Ann')
      const { person } = await signIn('kim')
      const again = { email: 'kim@provider.test' }
      claims['kim-2'] = again
      assert.equal((await signIn('kim-2')).error, 'email_taken')
      await admin.post(`/api/v1/users/${person.id}/identities/release`, { issuer: acme.url })
      claims['kim-2'] = { ...again, email_verified: false }
      assert.equal((await signIn('kim-2')).error, 'email_not_verified')
      claims['kim-2'] = again
      const landed = await signIn('kim-2')
      assert.deepEqual([landed.error, landed.person.id], [null, person.id])
      claims['kim-3'] = again
      assert.equal((await signIn('kim-3')).error, 'email_taken')
    })

    test('roles and groups follow the claims, and the first administrator stays one [openid.claims]', async (t) => {
      const rules = {
        roleClaim: 'roles',
        adminValues: ['boss'],
        userValues: ['staff'],
        groupsClaim: 'groups',
      }
      const location = await backend.locate(t)
      const { chat, claims, signIn } = await startOpenIdWorld(t, {
        location,
        provider: { ...rules, link: true },
      })
      const admin = await chat.signUp('Ann')
      const groupsOf = async (id: string): Promise<string[]> =>
        (await admin.get(`/api/v1/users/${id}/groups`)).json.map(({ name }: any) => name).toSorted()
      const hand = (await admin.post('/api/v1/groups/create', { name: 'By hand', description: '' })).json
      const says = async (roles: unknown, groups: unknown) => {
        claims['pat'] = { roles, groups }
        const { error, person } = await signIn('pat')
        assert.equal(error, null)
        return { id: person.id, role: (await me(person)).role, groups: await groupsOf(person.id) }
      }
      const first = await says(['staff'], ['Growers', 'Sellers'])
      assert.deepEqual([first.role, first.groups], ['user', ['Growers', 'Sellers']])
      await admin.post(`/api/v1/groups/id/${hand.id}/users/add`, { user_ids: [first.id] })
      const risen = await says('boss', ['Growers'])
      assert.deepEqual([risen.role, risen.groups], ['admin', ['By hand', 'Growers']])
      const silent = await says(undefined, undefined)
      assert.deepEqual([silent.role, silent.groups], ['admin', ['By hand', 'Growers']])
      const fallen = await says([], [])
      assert.deepEqual([fallen.role, fallen.groups], ['pending', ['By hand']])
      const names = (await admin.get('/api/v1/groups/')).json.map(({ name }: any) => name)
      assert.deepEqual(names.toSorted(), ['By hand', 'Growers', 'Sellers'])

      claims['ann'] = { email: emailOf('Ann'), roles: ['staff'] }
      const { person } = await signIn('ann')
      assert.deepEqual([person.id, (await me(person)).role], [admin.id, 'admin'])
    })
  })
