import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PasskeyCreation, PasskeyQuestion } from '#chatapp/accounts/passkeys/schema.ts'
import { createOwnAddress } from '#ground/base/network/own-address.ts'
import { createAuthenticator, type Deviations } from '../support/authenticator.ts'
import { testClock } from '../support/clock.ts'
import { BACKENDS } from '../support/stores.ts'
import { clientOf, type Client } from './client.ts'
import { emailOf, PASSWORD, startTestChatapp, type ChatappSettings } from './started-chatapp.ts'

const AT = '/api/v1/auths/passkeys'
const SIGN_IN = '/api/v1/auths/signin/passkey'
const ORIGIN = 'https://hub.example.com'
const OWN = createOwnAddress({ publicUrl: ORIGIN, names: [] })

type Authenticator = ReturnType<typeof createAuthenticator>

async function startWithPasskeys(t: Parameters<typeof startTestChatapp>[0], settings: ChatappSettings = {}) {
  const clock = testClock()
  const chat = await startTestChatapp(t, { clock, publicUrl: ORIGIN, own: OWN, ...settings })
  const ann = await chat.signUp('Ann')

  const begin = async (person: Client) =>
    (await person.post(`${AT}/begin`, { password: PASSWORD })).json as {
      step_token: string
      options: PasskeyCreation
    }
  const enrol = async (person: Client, authenticator: Authenticator, name?: string) => {
    const { step_token, options } = await begin(person)
    return person.post(AT, { step_token, name, credential: authenticator.make(options) })
  }
  const asked = async () =>
    (await chat.visitor.post(`${SIGN_IN}/begin`)).json as { step_token: string; options: PasskeyQuestion }
  const signIn = async (authenticator: Authenticator, wrong?: Deviations) => {
    const { step_token, options } = await asked()
    return chat.visitor.post(SIGN_IN, { step_token, credential: authenticator.show(options, wrong) })
  }
  return { ...chat, clock, ann, begin, enrol, asked, signIn }
}

for (const backend of BACKENDS)
  describe(`passkeys on ${backend.kind}`, { skip: backend.skip }, () => {
    test('passkey sign-ins and refusals are recorded, and deleted after 90 days [chatapp.sign-in-records]', async (t) => {
      const chat = await startWithPasskeys(t, { location: await backend.locate(t) })
      const authenticator = createAuthenticator(ORIGIN)
      await chat.enrol(chat.ann, authenticator)
      await chat.signIn(authenticator, { counter: 7 })
      await chat.signIn(authenticator, { counter: 7 })
      const records = async () =>
        (
          await chat.store.db
            .selectFrom('chatapp_sign_in_records')
            .select(['way', 'email', 'outcome'])
            .where('way', '=', 'passkey')
            .execute()
        ).map(({ email, outcome }) => `${email} ${outcome}`)
      assert.deepEqual((await records()).toSorted(), [
        `${emailOf('Ann')} signed_in`,
        `${emailOf('Ann')} wrong_passkey`,
      ])
      chat.clock.advance(91 * 86_400_000)
      await chat.signIn(authenticator, { counter: 8 })
      assert.deepEqual(await records(), [`${emailOf('Ann')} signed_in`])
    })

    test('a passkey is created with the password, signs in alone, is renamed and deleted; no other person sees it [chatapp.passkeys]', async (t) => {
      const chat = await startWithPasskeys(t, { location: await backend.locate(t) })
      const { ann, clock } = chat
      const bob = await chat.addUser('Bob', ann)
      assert.equal((await bob.post(`${AT}/begin`, { password: 'wrong' })).json.code, 'wrong_password')
      const begun = await chat.begin(bob)
      assert.deepEqual(
        [begun.options.rp.id, begun.options.user.name, begun.options.attestation],
        ['hub.example.com', emailOf('Bob'), 'none'],
      )
      for (const algorithm of ['-7', '-8', '-257'] as const) {
        const authenticator = createAuthenticator(ORIGIN, algorithm)
        const made = await chat.enrol(bob, authenticator)
        assert.equal(made.status, 200, made.text)
        const entered = await chat.signIn(authenticator)
        assert.deepEqual([entered.status, entered.json.name], [200, 'Bob'], entered.text)
        assert.match(entered.headers.get('set-cookie')!, /^token=.*; Secure/)
        const client = clientOf(chat.url, entered.json.token)
        assert.equal((await client.get('/api/v1/auths/')).json.email, emailOf('Bob'))
        clock.advance(60_000)
      }
      const known = (await bob.get(AT)).json as { id: string; name: string; last_used_at: number }[]
      assert.equal(known.length, 3)
      assert.ok(known.every(({ name, last_used_at }) => name === 'node' && last_used_at > 0))
      assert.deepEqual((await chat.begin(bob)).options.excludeCredentials.length, 3)
      const [newest] = known as [(typeof known)[0]]
      assert.deepEqual((await ann.get(AT)).json, [])
      assert.equal(
        (await ann.post(`${AT}/${newest.id}/update`, { name: 'Mine' })).json.code,
        'passkey_missing',
      )
      assert.equal((await ann.delete(`${AT}/${newest.id}`)).json.code, 'passkey_missing')
      assert.equal(
        (await bob.post(`${AT}/${newest.id}/update`, { name: ' Work laptop ' })).json.name,
        'Work laptop',
      )

      const spare = createAuthenticator(ORIGIN)
      assert.equal((await chat.enrol(bob, spare, 'Spare')).json.name, 'Spare')
      assert.equal((await bob.delete(`${AT}/${spare.id}`)).status, 200)
      assert.equal((await chat.signIn(spare)).json.code, 'passkey_refused')
      assert.equal((await bob.delete(`${AT}/${spare.id}`)).json.code, 'passkey_missing')

      assert.equal((await ann.delete(`/api/v1/users/${bob.id}/factors`)).status, 200)
      assert.deepEqual((await bob.get(AT)).json, [])
      await chat.enrol(bob, spare)
      assert.equal((await ann.delete(`/api/v1/users/${bob.id}`)).status, 200)
      assert.equal((await chat.signIn(spare)).json.code, 'passkey_refused')
      assert.deepEqual(await chat.store.db.selectFrom('chatapp_passkeys').selectAll().execute(), [])
    })

    test('a challenge is answered once, in time and by its own person, also in concurrent requests [chatapp.passkeys-once]', async (t) => {
      const chat = await startWithPasskeys(t, { location: await backend.locate(t) })
      const { ann, clock } = chat
      const bob = await chat.addUser('Bob', ann)
      const authenticator = createAuthenticator(ORIGIN)
      const { step_token, options } = await chat.begin(ann)
      const form = { step_token, credential: authenticator.make(options) }
      assert.equal((await bob.post(AT, form)).json.code, 'passkey_late', 'it was asked of Ann')
      const [one, other] = await Promise.all([ann.post(AT, form), ann.post(AT, form)])
      assert.deepEqual(
        [one.status, other.status].toSorted((a, b) => a - b),
        [200, 400],
      )
      // For Bob, the passkey belongs to another account.
      assert.equal((await chat.enrol(bob, authenticator)).json.code, 'passkey_exists')

      const question = await chat.asked()
      const answer = { step_token: question.step_token, credential: authenticator.show(question.options) }
      assert.equal((await bob.post(AT, { ...answer, credential: form.credential })).json.code, 'passkey_late')
      const both = await Promise.all([chat.visitor.post(SIGN_IN, answer), chat.visitor.post(SIGN_IN, answer)])
      assert.deepEqual(
        both.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 400],
      )
      assert.equal((await chat.visitor.post(SIGN_IN, answer)).json.code, 'passkey_refused', 'nor later')
      const late = await chat.asked()
      clock.advance(600_000)
      const form2 = { step_token: late.step_token, credential: authenticator.show(late.options) }
      assert.equal((await chat.visitor.post(SIGN_IN, form2)).json.code, 'passkey_late')
      await chat.signIn(authenticator)
      const used = await chat.store.db.selectFrom('chatapp_used_challenges').selectAll().execute()
      assert.equal(used.length, 1, 'what would be too late anyway is forgotten')
    })
  })

test('an invalid answer of an authenticator or a thief is refused, and a copied counting passkey is noticed [chatapp.passkeys-checked]', async (t) => {
  const chat = await startWithPasskeys(t)
  const { ann } = chat
  const bob = await chat.addUser('Bob', ann)
  const authenticator = createAuthenticator(ORIGIN)
  const wrongs: Deviations[] = [
    { origin: 'https://hub.example.com.evil.example' },
    { origin: 'http://hub.example.com' },
    { rpId: 'evil.example' },
    { challenge: 'AAAA' },
    { type: 'webauthn.other' },
    { crossOrigin: true },
    { isPresent: false },
    { isVerified: false },
  ]
  for (const wrong of wrongs) {
    const { step_token, options } = await chat.begin(ann)
    const credential = authenticator.make(options, wrong)
    const refused = await ann.post(AT, { step_token, credential })
    assert.equal(refused.json.code, 'passkey_not_made', JSON.stringify(wrong))
    chat.clock.advance(60_000)
  }
  for (const change of [
    { publicKey: 'AAAA' },
    { publicKeyAlgorithm: -257 },
    { publicKeyAlgorithm: 0 },
    { authenticatorData: 'AAAA' },
    { clientDataJSON: 'AAAA' },
    { clientDataJSON: Buffer.from('null').toString('base64url') },
  ]) {
    const { step_token, options } = await chat.begin(ann)
    const credential = authenticator.make(options)
    const changed = { ...credential, response: { ...credential.response, ...change } }
    const refused = await ann.post(AT, { step_token, credential: changed })
    assert.equal(refused.json.code, 'passkey_not_made', JSON.stringify(change))
    chat.clock.advance(60_000)
  }
  const { step_token, options } = await chat.begin(ann)
  const another = { ...authenticator.make(options), id: createAuthenticator(ORIGIN).id }
  assert.equal((await ann.post(AT, { step_token, credential: another })).json.code, 'passkey_not_made')
  assert.equal((await ann.post(AT, { step_token, credential: 'x' })).status, 422)

  assert.equal((await chat.enrol(ann, authenticator)).status, 200)
  for (const wrong of [...wrongs, { userHandle: Buffer.from(bob.id).toString('base64url') }])
    assert.equal(
      (await chat.signIn(authenticator, wrong)).json.code,
      'passkey_refused',
      JSON.stringify(wrong),
    )
  const { step_token: token, options: question } = await chat.asked()
  const shown = authenticator.show(question)
  const forged = { ...createAuthenticator(ORIGIN).show(question), id: shown.id }
  assert.equal((await chat.visitor.post(SIGN_IN, { step_token: token, credential: forged })).status, 400)
  assert.equal(
    (await chat.visitor.post(SIGN_IN, { step_token: `${token}x`, credential: shown })).json.code,
    'passkey_late',
  )
  // Failed attempts do not consume the challenge.
  assert.equal((await chat.visitor.post(SIGN_IN, { step_token: token, credential: shown })).status, 200)

  assert.equal((await chat.signIn(authenticator, { counter: 7 })).status, 200)
  assert.equal((await chat.signIn(authenticator, { counter: 7 })).json.code, 'passkey_refused', 'a copy')
  assert.equal((await chat.signIn(authenticator, { counter: 0 })).json.code, 'passkey_refused')
  assert.equal((await chat.signIn(authenticator, { counter: 8 })).status, 200)
})

test('passkeys do not sign in if passwords do not, and people of a provider create none [chatapp.passkeys-limits]', async (t) => {
  const chat = await startWithPasskeys(t)
  const authenticator = createAuthenticator(ORIGIN)
  await chat.enrol(chat.ann, authenticator)
  const bob = await chat.addUser('Bob', chat.ann)
  await chat.store.db
    .updateTable('chatapp_users')
    .set({ oauth: JSON.stringify({ corporate: { sub: 'bob' } }) })
    .where('id', '=', bob.id)
    .execute()
  assert.equal((await bob.post(`${AT}/begin`, { password: PASSWORD })).json.code, 'idp_managed')
  assert.equal((await chat.signIn(authenticator)).status, 200)
  const { clock, location } = chat
  const closed = await startTestChatapp(t, {
    clock,
    location,
    publicUrl: ORIGIN,
    own: OWN,
    passwordSignIn: false,
  })
  const { step_token, options } = (await closed.visitor.post(`${SIGN_IN}/begin`)).json
  const refused = await closed.visitor.post(SIGN_IN, { step_token, credential: authenticator.show(options) })
  assert.equal(refused.json.code, 'password_sign_in_off')
})

test('blocked people, limited keys, IP addresses, and the twenty-first passkey are refused with a message [chatapp.passkeys-limits]', async (t) => {
  let blocked = ''
  const chat = await startWithPasskeys(t, { apiKeys: true, isBlocked: async (email) => email === blocked })
  const { ann } = chat
  const authenticator = createAuthenticator(ORIGIN)
  await chat.enrol(ann, authenticator)
  blocked = emailOf('Ann')
  assert.equal((await chat.signIn(authenticator)).json.code, 'blocked')
  blocked = ''
  for (let n = 1; n < 20; n++) {
    chat.clock.advance(60_000)
    assert.equal((await chat.enrol(ann, createAuthenticator(ORIGIN))).status, 200)
  }
  chat.clock.advance(60_000)
  assert.equal((await chat.enrol(ann, createAuthenticator(ORIGIN))).json.code, 'too_many_passkeys')
  const expires_at = Math.floor(chat.clock.now() / 1000) + 3600
  const key = (await ann.post('/api/v1/auths/api_keys', { name: 'CI', expires_at })).json.api_key as string
  assert.equal((await clientOf(chat.url, key).get(AT)).json.code, 'session_needed')
  chat.clock.advance(300_000)
  for (let n = 0; n < 8; n++) await ann.post(`${AT}/begin`, { password: 'wrong' })
  assert.equal((await ann.post(`${AT}/begin`, { password: PASSWORD })).status, 429)

  for (const publicUrl of ['http://hub.example.com', 'https://192.0.2.7', 'https://[2001:db8::1]']) {
    const bare = await startTestChatapp(t, { publicUrl, own: createOwnAddress({ publicUrl, names: [] }) })
    assert.equal((await bare.visitor.post(`${SIGN_IN}/begin`)).json.code, 'passkeys_need_name', publicUrl)
  }
})
