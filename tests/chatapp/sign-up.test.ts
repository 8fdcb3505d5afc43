import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clientOf } from './client.ts'
import { emailOf, PASSWORD, startTestChatapp } from './started-chatapp.ts'

const form = (name: string) => ({ name, email: emailOf(name), password: PASSWORD })

describe('signing up', () => {
  test('the first account is the administrator and the next one waits [chatapp.first-admin] [chatapp.sign-up]', async (t) => {
    const chat = await startTestChatapp(t)
    assert.equal((await chat.visitor.get('/api/config')).json.onboarding, true)
    const first = await chat.visitor.post('/api/v1/auths/signup', form('Ann'))
    const second = await chat.visitor.post('/api/v1/auths/signup', form('Bob'))
    assert.deepEqual([first.json.role, second.json.role], ['admin', 'pending'])
    assert.equal(first.json.token_type, 'Bearer')
    assert.equal('onboarding' in (await chat.visitor.get('/api/config')).json, false)
  })

  test('of twenty people who sign up at once exactly one is the administrator [chatapp.first-admin]', async (t) => {
    const chat = await startTestChatapp(t)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => chat.visitor.post('/api/v1/auths/signup', form(`Person ${n}`))),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(answers.filter(({ json }) => json.role === 'admin').length, 1)
  })

  test('with sign-up off only the first of twenty gets an account [chatapp.first-admin] [chatapp.sign-up]', async (t) => {
    const chat = await startTestChatapp(t, { signUp: false })
    assert.equal((await chat.visitor.get('/api/config')).json.features.enable_signup, true)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => chat.visitor.post('/api/v1/auths/signup', form(`Person ${n}`))),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, ...Array<number>(19).fill(403)],
    )
    assert.equal((await chat.visitor.get('/api/config')).json.features.enable_signup, false)
  })

  test('two sign-ups with the same e-mail at once make one account [chatapp.account-rules]', async (t) => {
    const chat = await startTestChatapp(t)
    const answers = await Promise.all(
      ['ann@example.com', 'ANN@Example.com '].map((email) =>
        chat.visitor.post('/api/v1/auths/signup', { ...form('Ann'), email }),
      ),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400],
    )
    assert.match(answers.find(({ status }) => status === 400)!.json.detail, /already registered/)
    assert.equal(answers.find(({ status }) => status === 200)!.json.email, 'ann@example.com')
  })

  test('the configured role is given to later accounts [chatapp.sign-up]', async (t) => {
    const chat = await startTestChatapp(t, { defaultRole: 'user' })
    await chat.signUp('Ann')
    assert.equal((await chat.visitor.post('/api/v1/auths/signup', form('Bob'))).json.role, 'user')
  })

  for (const [what, change] of [
    ['a short password', { password: 'short12' }],
    ['a password without end', { password: 'x'.repeat(129) }],
    ['no e-mail address', { email: 'ann at example' }],
    ['an e-mail with a line break', { email: 'ann@example.com\r\nX-Evil: 1' }],
    ['an empty name', { name: '   ' }],
    ['a name of two lines', { name: 'Ann\nLee' }],
    ['a name without end', { name: 'x'.repeat(101) }],
  ] as const)
    test(`${what} is refused with 400 [chatapp.account-rules]`, async (t) => {
      const chat = await startTestChatapp(t)
      const answer = await chat.visitor.post('/api/v1/auths/signup', { ...form('Ann'), ...change })
      assert.equal(answer.status, 400)
      assert.equal(typeof answer.json.detail, 'string')
      assert.equal((await chat.visitor.get('/api/config')).json.onboarding, true)
    })

  test('a password of 128 characters of any script works [chatapp.account-rules]', async (t) => {
    const chat = await startTestChatapp(t)
    const password = '🌱'.repeat(128)
    assert.equal((await chat.visitor.post('/api/v1/auths/signup', { ...form('Ann'), password })).status, 200)
    const again = await chat.visitor.post('/api/v1/auths/signin', { email: emailOf('Ann'), password })
    assert.equal(again.status, 200)
  })

  test('malformed forms are refused with 422 that repeats nothing [chatapp.bad-input]', async (t) => {
    const chat = await startTestChatapp(t)
    for (const path of ['/api/v1/auths/signup', '/api/v1/auths/signin'])
      for (const body of [
        '',
        '{',
        '[]',
        'null',
        '"secret-text"',
        '{"email":["secret-text"],"password":{"a":1}}',
      ]) {
        const answer = await chat.visitor.post(path, body, { 'content-type': 'application/json' })
        assert.equal(answer.status, 422, `${path} ${body}`)
        assert.deepEqual(answer.json.detail[0].loc[0], 'body')
        assert.doesNotMatch(answer.text, /secret-text/)
      }
    const text = await chat.visitor.post('/api/v1/auths/signin', 'email=a', { 'content-type': 'text/plain' })
    assert.equal(text.status, 415)
    const large = await chat.visitor.post('/api/v1/auths/signin', {
      email: 'x'.repeat(2_000_000),
      password: 'x',
    })
    assert.equal(large.status, 413)
  })

  test('a picture that could run a script is refused [chatapp.account-rules]', async (t) => {
    const chat = await startTestChatapp(t)
    for (const profile_image_url of [
      'javascript:alert(1)',
      '//evil.example/x.png',
      'data:image/svg+xml;base64,AAAA',
    ])
      assert.equal(
        (await chat.visitor.post('/api/v1/auths/signup', { ...form('Ann'), profile_image_url })).status,
        422,
      )
    const fine = { ...form('Ann'), profile_image_url: 'data:image/png;base64,AAAA' }
    assert.equal((await chat.visitor.post('/api/v1/auths/signup', fine)).status, 200)
  })

  test('the stored password is an argon2id hash and no session token is stored [chatapp.account-rules]', async (t) => {
    const chat = await startTestChatapp(t, { passwordCost: undefined }) // hashing has the default cost of production
    const ann = await chat.signUp('Ann')
    const { password_hash: hash } = await chat.store.db
      .selectFrom('chatapp_users')
      .select('password_hash')
      .executeTakeFirstOrThrow()
    assert.match(hash!, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const sessions = JSON.stringify(await chat.store.db.selectFrom('chatapp_sessions').selectAll().execute())
    assert.equal(sessions.includes(ann.token), false)
    assert.equal((await clientOf(chat.url, ann.token).get('/api/v1/auths/')).status, 200)
  })
})
