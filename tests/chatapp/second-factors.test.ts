import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testClock } from '../support/clock.ts'
import { BACKENDS } from '../support/stores.ts'
import { codeOf, fromBase32 } from '../support/totp.ts'
import { clientOf, type Client } from './client.ts'
import { emailOf, PASSWORD, startTestChatapp } from './started-chatapp.ts'

const TOTP = '/api/v1/auths/totp'

for (const backend of BACKENDS)
  describe(`second factors on ${backend.kind}`, { skip: backend.skip }, () => {
    test('a code follows the password, each counts once, and recovery codes replace it [chatapp.second-factor] [chatapp.second-factor-reset]', async (t) => {
      const clock = testClock()
      const chat = await startTestChatapp(t, { clock, location: await backend.locate(t) })
      const admin = await chat.signUp('Ann')
      const bob = await chat.addUser('Bob', admin)
      const code = (secret: string) => codeOf(secret, clock.now())
      const signIn = () =>
        chat.visitor.post('/api/v1/auths/signin', { email: emailOf('Bob'), password: PASSWORD })
      const second = (step_token: string, given: string) =>
        chat.visitor.post('/api/v1/auths/signin/second', { step_token, code: given })
      const enrol = async (person: Client) => {
        const { secret } = (await person.post(TOTP, { password: PASSWORD })).json
        const confirmed = await person.post(`${TOTP}/confirm`, { code: code(secret) })
        assert.equal(confirmed.status, 200, confirmed.text)
        return { secret, codes: confirmed.json.recovery_codes as string[] }
      }

      assert.equal((await bob.post(TOTP, { password: 'wrong' })).status, 400)
      const begun = (await bob.post(TOTP, { password: PASSWORD })).json
      assert.match(
        begun.address,
        new RegExp(`^otpauth://totp/Hub%20Service%3Abob%40example.com\\?secret=${begun.secret}&`),
      )
      assert.ok((await signIn()).json.token)
      assert.equal((await bob.post(`${TOTP}/confirm`, { code: 'abcdef' })).status, 400)
      clock.advance(300_000)
      const { secret, codes } = await enrol(bob)
      assert.equal(new Set(codes).size, 10)
      assert.deepEqual((await bob.get(TOTP)).json, { is_on: true, recovery_codes_left: 10 })
      assert.equal((await bob.post(TOTP, { password: PASSWORD })).status, 400)

      const asked = await signIn()
      assert.deepEqual([asked.status, asked.headers.get('set-cookie')], [200, null])
      assert.deepEqual(Object.keys(asked.json).toSorted(), ['expires_at', 'step', 'step_token'])
      const { step_token: step } = asked.json
      assert.equal((await clientOf(chat.url, step).get('/api/v1/auths/')).status, 401)
      // Each code works once: of two concurrent uses, one succeeds.
      assert.equal((await second(step, code(secret))).status, 400)
      clock.advance(30_000)
      const both = await Promise.all([second(step, code(secret)), second(step, code(secret))])
      assert.deepEqual(
        both.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 400],
      )
      const entered = both.find(({ status }) => status === 200)!
      assert.match(entered.headers.get('set-cookie')!, /^token=/)
      assert.equal((await clientOf(chat.url, entered.json.token).get('/api/v1/auths/')).json.name, 'Bob')
      const recovered = await second(step, ` ${codes[0]!.toUpperCase()} `)
      assert.equal(recovered.status, 200, recovered.text)
      assert.equal((await second(step, codes[0]!)).status, 400)
      assert.equal((await bob.get(TOTP)).json.recovery_codes_left, 9)
      const stored = JSON.stringify([
        await chat.store.db.selectFrom('chatapp_totp').selectAll().execute(),
        await chat.store.db.selectFrom('chatapp_recovery_codes').selectAll().execute(),
      ])
      for (const hidden of [
        secret,
        fromBase32(secret).toString('hex'),
        codes[1]!,
        codes[1]!.replaceAll('-', ''),
      ])
        assert.ok(!stored.includes(hidden))

      clock.advance(300_000)
      const gone = await second(step, code(secret))
      assert.match(gone.json.detail, /took too long/)
      assert.equal((await second(`${step}x`, code(secret))).status, 400)

      assert.equal((await bob.post(`${TOTP}/end`, {})).status, 400)
      assert.equal((await bob.post(`${TOTP}/end`, { code: '000000' })).status, 400)
      assert.equal((await bob.post(`${TOTP}/end`, { code: codes[2] })).status, 200)
      assert.ok((await signIn()).json.token)
      clock.advance(300_000)
      await enrol(bob)
      assert.equal((await bob.delete(`/api/v1/users/${bob.id}/factors`)).status, 401)
      assert.equal((await signIn()).json.token, undefined)
      assert.equal((await admin.delete(`/api/v1/users/${bob.id}/factors`)).status, 200)
      assert.ok((await signIn()).json.token)
    })

    test('if all people need a second factor, a person without one sets it up before anything else, and earlier keys keep working [chatapp.factor-rule]', async (t) => {
      const clock = testClock()
      const chat = await startTestChatapp(t, { clock, apiKeys: true, location: await backend.locate(t) })
      const admin = await chat.signUp('Ann')
      const bob = await chat.addUser('Bob', admin)
      const { api_key: key } = (await bob.post('/api/v1/auths/api_key')).json
      const rule = async (isOn: boolean) => {
        const config = { 'auth.require_second_factor': isOn }
        const written = await admin.post('/api/v1/configs/import', { config })
        assert.equal(written.status, 200, written.text)
        clock.advance(3000)
      }
      const whoIs = async (person: Client) => {
        const { role, needs_second_factor: needs } = (await person.get('/api/v1/auths/')).json
        return [role, needs]
      }
      assert.deepEqual(
        (await admin.post('/api/v1/configs/import', { config: { 'auth.require_second_factor': 'yes' } }))
          .status,
        422,
      )
      await rule(true)
      for (const person of [admin, bob]) {
        assert.deepEqual(await whoIs(person), ['pending', true])
        for (const path of ['/api/v1/chats/', '/api/models']) {
          const { status, json } = await person.get(path)
          assert.deepEqual([status, json.code], [403, 'second_factor_needed'], path)
        }
        assert.equal((await person.post('/api/v1/auths/api_key')).json.code, 'second_factor_needed')
      }
      assert.equal((await bob.get('/api/config')).json.permissions, undefined, 'no more than anybody is told')
      const program = clientOf(chat.url, key)
      assert.deepEqual(await whoIs(program), ['user', undefined])
      assert.equal((await program.get('/api/models')).status, 200)

      const { secret } = (await admin.post(TOTP, { password: PASSWORD })).json
      await admin.post(`${TOTP}/confirm`, { code: codeOf(secret, clock.now()) })
      assert.deepEqual(await whoIs(admin), ['admin', undefined])
      assert.equal((await admin.get('/api/v1/chats/')).status, 200)
      const form = { email: emailOf('Bob'), password: PASSWORD }
      const entered = (await chat.visitor.post('/api/v1/auths/signin', form)).json
      assert.deepEqual([entered.role, entered.needs_second_factor], ['pending', true])

      const passkey = { id: 'one', name: 'Laptop', algorithm: -7, public_key: '', transports: '[]' }
      const dates = { counter: 0, created_at: 1, last_used_at: null }
      await chat.store.db
        .insertInto('chatapp_passkeys')
        .values({ ...passkey, ...dates, user_id: bob.id })
        .execute()
      assert.equal((await bob.get('/api/v1/chats/')).status, 200)
      assert.equal((await chat.visitor.post('/api/v1/auths/signin', form)).json.code, 'passkey_needed')
      assert.equal(
        (await chat.visitor.post('/api/v1/auths/signin', { ...form, password: 'wrong' })).json.code,
        'wrong_credentials',
      )
      await chat.store.db.updateTable('chatapp_users').set({ oauth: '{}' }).where('id', '=', bob.id).execute()
      await chat.store.db.deleteFrom('chatapp_passkeys').execute()
      assert.deepEqual(await whoIs(bob), ['user', undefined], 'an identity provider asks for more itself')

      assert.equal((await admin.post(`${TOTP}/end`, { password: PASSWORD })).status, 200)
      assert.deepEqual(await whoIs(admin), ['pending', true])
    })

    test('the ninth try of a code waits, also with the right one [chatapp.second-factor-limit]', async (t) => {
      const clock = testClock()
      const chat = await startTestChatapp(t, { clock, location: await backend.locate(t) })
      const ann = await chat.signUp('Ann')
      const { secret } = (await ann.post(TOTP, { password: PASSWORD })).json
      const code = () => codeOf(secret, clock.now())
      await ann.post(`${TOTP}/confirm`, { code: code() })
      clock.advance(300_000)
      const form = { email: emailOf('Ann'), password: PASSWORD }
      const { step_token } = (await chat.visitor.post('/api/v1/auths/signin', form)).json
      const second = (given: string) =>
        chat.visitor.post('/api/v1/auths/signin/second', { step_token, code: given })
      for (let n = 0; n < 8; n++) assert.equal((await second('nonsense')).status, 400)
      const limited = await second(code())
      assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '300'])
    })
  })
