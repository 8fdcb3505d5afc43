import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BACKENDS } from '../support/stores.ts'
import { ask, finished, messagesOf, signalled, type AskedTurn } from './page.ts'
import { says } from './recording-agent.ts'
import { startTestChatapp } from './started-chatapp.ts'

const path = ({ chatId }: AskedTurn, messageId: string) =>
  `/api/v1/chats/${chatId}/messages/${messageId}/rating`

const BAD = { verdict: 'bad', reason: 'wrong', comment: 'Beans don’t grow on trees.' } as const

for (const backend of BACKENDS)
  describe(`ratings on ${backend.kind}`, { skip: backend.skip }, () => {
    test('a rating can be given, changed and removed, with its message and for its Hub, and survives chat and person there [chatapp.ratings]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const ann = await chat.signUp('Ann')
      const bob = await chat.signUp('Bob')
      await ann.post(`/api/v1/users/${bob.id}/update`, { role: 'admin' }) // administrators see every agent
      chat.agent.otherwise(says('Beans grow on trees.'))
      const turn = await ask(bob)
      await finished(bob, turn)
      const kept = () =>
        chat.store.db.selectFrom('chatapp_ratings').selectAll().orderBy('message_id').execute()
      const rate = (rating: unknown) => bob.post(path(turn, turn.answerId), { rating })

      const good = await rate({ verdict: 'good' })
      assert.deepEqual([good.status, good.json.rating], [200, { verdict: 'good', reason: null, comment: '' }])
      assert.equal((await rate({ ...BAD, comment: `  ${BAD.comment} ` })).status, 200)
      assert.deepEqual((await messagesOf(bob, turn.chatId))[turn.answerId].rating, BAD)
      const { json } = await bob.get(`/api/v1/chats/${turn.chatId}/messages`)
      assert.deepEqual(json.messages.at(-1).rating, BAD)
      const [row, ...others] = await kept()
      assert.deepEqual(others, [])
      assert.deepEqual(
        [row!.hub, row!.model, row!.is_good, row!.reason, row!.comment, row!.user_id],
        ['garden', 'garden', 0, 'wrong', BAD.comment, bob.id],
      )

      const whole = (await bob.get(`/api/v1/chats/${turn.chatId}`)).json.chat
      await bob.post(`/api/v1/chats/${turn.chatId}`, { chat: whole })
      assert.deepEqual(
        (await messagesOf(bob, turn.chatId))[turn.answerId].rating,
        BAD,
        'sent back by a client',
      )
      const copy = (await bob.post('/api/v1/chats/new', { chat: whole })).json.id
      assert.equal('rating' in (await messagesOf(bob, copy))[turn.answerId], false, 'a copy is not rated')

      assert.equal('rating' in (await rate(null)).json, false)
      assert.equal((await rate(null)).status, 200, 'again')
      assert.deepEqual(await kept(), [])

      const answers = await Promise.all([rate(BAD), rate({ verdict: 'good' }), rate(BAD)])
      assert.ok(answers.every(({ status }) => status === 200))
      assert.equal((await kept()).length, 1)

      await ann.post(`/api/v1/users/${bob.id}/update`, { role: 'user' }) // as a user, Bob has access to no agent
      assert.equal((await rate(BAD)).status, 200)
      assert.deepEqual(
        (await kept()).map(({ hub, is_good: isGood }) => [hub, isGood]),
        [['garden', 0]],
        'changed after the Hub was closed to the person',
      )

      await bob.delete(`/api/v1/chats/${turn.chatId}`)
      await ann.delete(`/api/v1/users/${bob.id}`)
      assert.deepEqual(
        (await kept()).map(({ hub, user_id: by }) => [hub, by]),
        [['garden', null]],
      )
    })
  })

test('others’ answers, prompts, running answers and invalid ratings are refused with a message [chatapp.ratings]', async (t) => {
  const chat = await startTestChatapp(t)
  const ann = await chat.signUp('Ann')
  const bob = await chat.signUp('Bob')
  await ann.post(`/api/v1/users/${bob.id}/update`, { role: 'admin' })
  const go = signalled()
  chat.agent.script(async (answer) => {
    answer.text('Beans')
    await go.promise
    answer.finish('stop')
    answer.done()
  })
  const turn = await ask(bob)
  const refusal = async (client: typeof bob, messageId: string, rating: unknown) => {
    const { status, json } = await client.post(path(turn, messageId), { rating })
    return [status, json.code]
  }
  assert.deepEqual(await refusal(bob, turn.answerId, BAD), [409, 'answer_unfinished'])
  go.resolve()
  await finished(bob, turn)
  assert.deepEqual(await refusal(ann, turn.answerId, BAD), [401, 'chat_missing'])
  assert.deepEqual(await refusal(bob, turn.promptId, BAD), [404, 'message_missing'])
  assert.deepEqual(await refusal(bob, 'none', BAD), [404, 'message_missing'])
  for (const wrong of [
    'good',
    { verdict: 'fine' },
    { verdict: 'bad', reason: 'ugly' },
    { verdict: 'bad', comment: 'x'.repeat(1001) },
    { verdict: 'bad', name: 'Bob' },
    undefined,
  ])
    assert.equal((await refusal(bob, turn.answerId, wrong))[0], 422, JSON.stringify(wrong))
  assert.deepEqual(await chat.store.db.selectFrom('chatapp_ratings').selectAll().execute(), [])
})
