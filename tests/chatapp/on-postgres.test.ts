import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { BACKENDS } from '../support/stores.ts'
import type { UpstreamAnswer } from '../support/upstream-answer.ts'
import { until } from '../support/until.ts'
import { clientOf } from './client.ts'
import { ask, finished, messagesOf, turnForm } from './page.ts'
import { startOpenIdWorld } from './openid-world.ts'
import { emailOf, PASSWORD, startTestChatapp } from './started-chatapp.ts'

const postgres = BACKENDS.find(({ kind }) => kind === 'postgres')!

describe('the web chat on Postgres', { skip: postgres.skip }, () => {
  test('of twenty who sign up at once at two servers one is the administrator [chatapp.first-admin]', async (t) => {
    const location = await postgres.locateNone(t)
    const [one, two] = [await startTestChatapp(t, { location }), await startTestChatapp(t, { location })]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? one : two).visitor.post('/api/v1/auths/signup', {
          name: `P ${n}`,
          email: emailOf(`P ${n}`),
          password: PASSWORD,
        }),
      ),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(answers.filter(({ json }) => json.role === 'admin').length, 1)
  })

  test('an e-mail that a concurrent sign-up takes is refused, and a provider’s new e-mail is not applied [chatapp.account-rules] [openid.account]', async (t) => {
    const { chat, claims, signIn } = await startOpenIdWorld(t, { location: await postgres.locate(t) })
    const ann = await chat.signUp('Ann')
    const pat = (await signIn('pat')).person.id
    const raced = async <T>(email: string, ask: () => Promise<T>): Promise<T> => {
      const locks = sql`select 1 from pg_locks where not granted`
      let asked: Promise<T> | undefined
      await chat.store.transaction(async (tx) => {
        const row = await tx
          .selectFrom('chatapp_users')
          .selectAll()
          .where('id', '=', ann.id)
          .executeTakeFirstOrThrow()
        await tx
          .insertInto('chatapp_users')
          .values({ ...row, id: `id-of-${email}`, email })
          .execute()
        asked = ask()
        await until(async () => (await locks.execute(chat.store.db)).rows.length > 0)
      })
      return asked!
    }
    const form = { name: 'Pat', email: 'one@example.com', role: 'user', profile_image_url: '' }
    const refused = await raced('one@example.com', () => ann.post(`/api/v1/users/${pat}/update`, form))
    assert.deepEqual([refused.status, refused.json.code], [400, 'email_taken'])
    claims['pat'] = { email: 'two@example.com' }
    const landed = await raced('two@example.com', () => signIn('pat'))
    assert.deepEqual([landed.error, landed.person.id], [null, pat])
    assert.equal((await ann.get(`/api/v1/users/${pat}`)).json.email, 'pat@provider.test')
  })

  test('of two first sign-ins of one person with different e-mails the later one enters the account of the first [openid.account]', async (t) => {
    const { chat, claims, signIn } = await startOpenIdWorld(t, { location: await postgres.locate(t) })
    const ann = await chat.signUp('Ann')
    await signIn('pat')
    const { issuer } = await chat.store.db
      .selectFrom('chatapp_identities')
      .select('issuer')
      .executeTakeFirstOrThrow()
    claims['sam'] = { email: 'sam@example.com' }
    let later: ReturnType<typeof signIn> | undefined
    await chat.store.transaction(async (tx) => {
      await tx
        .insertInto('chatapp_identities')
        .values({ issuer, subject: 'sam', user_id: ann.id, is_vouched: 1, created_at: 0, email: null })
        .execute()
      later = signIn('sam')
      const locks = sql`select 1 from pg_locks where not granted`
      await until(async () => (await locks.execute(chat.store.db)).rows.length > 0)
    })
    const { error, person } = await later!
    assert.deepEqual([error, person.id], [null, ann.id])
  })

  test('turns, chats, models, keys and files work as on SQLite [chatapp.turn] [chatapp.chats]', async (t) => {
    const chat = await startTestChatapp(t, { location: await postgres.locate(t), apiKeys: true })
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const everyone = [{ principal_type: 'user', principal_id: '*', permission: 'read' }]
    const published = await ann.post('/api/v1/models/model/access/update', {
      id: 'garden',
      access_grants: everyone,
    })
    assert.deepEqual([published.status, published.json.is_active], [200, true])
    const file = (await bob.upload('a.txt', 'hello')).json
    const form = turnForm({ user_message: { content: 'What grows?', files: [{ id: file.id }] } })
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => bob.post('/api/chat/completions', form)),
    )
    const chatId = answers[0]!.json.chat_id as string
    assert.deepEqual(new Set(answers.map(({ json }) => json.chat_id)), new Set([chatId]))
    assert.equal((await finished(bob, { chatId, answerId: form.id, promptId: '' })).content, 'Hello there')
    const next = await ask(bob, { chat_id: chatId, parent_id: form.id })
    await finished(bob, next)
    assert.deepEqual(
      Object.values(await messagesOf(bob, chatId)).map(({ role }) => role),
      ['user', 'assistant', 'user', 'assistant'],
    )
    assert.equal((await bob.post(`/api/v1/chats/${chatId}/pin`)).json.pinned, true)
    assert.equal(
      (await bob.post(`/api/v1/chats/${chatId}`, { chat: { title: 'Übersicht' } })).json.title,
      'Übersicht',
    )
    assert.equal((await bob.get(`/api/v1/chats/search?text=${encodeURIComponent('ÜBER')}`)).json.length, 1)
    assert.equal((await bob.get('/api/v1/chats/search?text=grows%3F')).json.length, 1)
    assert.equal((await bob.get('/api/v1/chats/search?text=_')).json.length, 0)
    assert.equal((await ann.get('/api/v1/users/?query=bob')).json.total, 1)
    assert.match((await bob.post('/api/v1/auths/api_key')).json.api_key, /^sk-/)
    assert.equal((await bob.post('/api/v1/auths/api_key')).status, 200)
    assert.equal((await ann.delete(`/api/v1/users/${bob.id}`)).json, true)
    assert.equal((await chat.store.db.selectFrom('chatapp_messages').selectAll().execute()).length, 0)
  })

  test('a prompt sent while the previous answer is being stored is accepted [chatapp.turn]', async (t) => {
    const location = await postgres.locate(t)
    const [one, two] = [await startTestChatapp(t, { location }), await startTestChatapp(t, { location })]
    const ann = await one.signUp('Ann')
    const { promise: writing, resolve } = Promise.withResolvers<UpstreamAnswer>()
    one.agent.script(async (answer) => {
      answer.head()
      resolve(answer)
      await answer.closed
    })
    const first = await ask(ann)
    const answer = await writing
    const waiting = async (many: number) => {
      const locks = sql`select 1 from pg_locks where not granted`
      await until(async () => (await locks.execute(one.store.db)).rows.length >= many)
    }
    let next: ReturnType<typeof ask> | undefined
    await one.store.transaction(async (tx) => {
      await tx
        .selectFrom('chatapp_messages')
        .select('id')
        .where('id', '=', first.answerId)
        .forUpdate()
        .execute()
      answer.finish('stop')
      answer.done()
      await waiting(1) // this transaction locks the answer's row, so the process cannot write the answer yet
      next = ask(clientOf(two.url, ann.token, ann.id), { chat_id: first.chatId, parent_id: first.answerId })
      await waiting(2)
    })
    assert.equal((await finished(ann, await next!)).content, 'Hello there')
    assert.equal((await finished(ann, first)).state, 'done')
  })
})
