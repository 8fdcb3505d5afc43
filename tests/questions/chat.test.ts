import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { ask, messagesOf } from '../chatapp/page.ts'
import { createMigratedPostgres } from '../support/migrated.ts'
import { BACKENDS } from '../support/stores.ts'
import { answerQuestion, askQuestion, continuedAnswer, endOf, startAskingHub } from './started-questions.ts'

let ahead = 0
const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead }
const HOUR_MS = 3_600_000
const SKILL = {
  'skills/sow/SKILL.md':
    '---\nname: sow\ndescription: Plans beds\nallowed-tools: ask_person\n---\nAsk first.',
}

for (const { kind, skip } of BACKENDS)
  describe(`questions in the web chat, on ${kind}`, { skip }, async () => {
    const url = kind === 'postgres' && !skip ? await createMigratedPostgres() : null
    const database = url !== null && {
      location: { kind: 'postgres' as const, url },
      environment: { SVC_DATABASE_URL: url },
    }
    const { hub, person } = await startAskingHub({ after }, { clock, files: SKILL, ...database })
    const ann = await person('Asked Ann')
    const bob = await person('Asked Bob')

    test('a choice waits, is answered, and the turn continues with the answer as the result of its call [questions.ask] [questions.continue]', async () => {
      const asked = await askQuestion(ann, { question: 'Which day?', choices: ['Monday', 'Friday'] })
      const { json } = await ann.console.get(`/change-requests/${asked.id}`)
      assert.deepEqual(
        [json.kind, json.state, json.operations[0].question, json.operations[0].form],
        ['question', 'proposed', 'Which day?', 'choice'],
      )
      const answered = await answerQuestion(ann.console, asked.id, { answer: 'Friday' })
      assert.deepEqual([answered.status, answered.json.status], [200, 'taken'])
      assert.equal(answered.json.request.result.detail, 'Friday')
      const continued = await continuedAnswer(ann.chat, asked)
      assert.equal(continued.content, 'The person answered:\nFriday\nThanks.')
      const { decision, content } = (await messagesOf(ann.chat, asked.chatId))[`decision-${asked.id}`]
      assert.deepEqual(decision, {
        id: asked.id,
        summary: 'Which day?',
        outcome: 'answered',
        reason: 'Friday',
      })
      assert.equal(content, 'Which day?\n\nFriday')
      const row = { model: 'garden', chat_id: asked.chatId, parent_id: continued.id }
      const next = await ask(ann.chat, { ...row, user_message: { content: 'plain talk' } })
      assert.equal((await endOf(ann.chat, asked.chatId, next.answerId)).state, 'done')
    })

    test('results of tools before the question are kept for the continuation [questions.continue]', async () => {
      const content = '/tool list_files {}\n/tool ask_person {"question":"Go on?"}\n/say Done.'
      const turn = await ask(ann.chat, { user_message: { content } })
      const { tools } = await endOf(ann.chat, turn.chatId, turn.answerId)
      const { id } = tools.find((tool: any) => tool.change).change
      await answerQuestion(ann.console, id, { answer: 'Yes' })
      const continued = await continuedAnswer(ann.chat, { ...turn, id })
      assert.equal(continued.content, 'The person answered:\nYes\nDone.')
      assert.equal(continued.tools, undefined, 'no call ran again')
    })

    test('a form is checked field by field, and its answer has the titles of its fields [questions.valid]', async () => {
      const form = {
        type: 'object',
        properties: {
          name: { type: 'string', title: 'Name of the plant', minLength: 2 },
          count: { type: 'integer', title: 'Number', minimum: 1 },
          kind: { type: 'string', title: 'Kind', enum: ['tree', 'herb'] },
        },
        required: ['name', 'count'],
      }
      const asked = await askQuestion(ann, { question: 'What do you plant?', form })
      const wrong = await answerQuestion(ann.console, asked.id, { name: 'b', count: 0, kind: 'x' })
      assert.deepEqual(
        wrong.json.problems.map(({ field, problem }: any) => [field, problem]),
        [
          ['name', 'too_short'],
          ['count', 'too_small'],
          ['kind', 'not_offered'],
        ],
      )
      await answerQuestion(ann.console, asked.id, { name: 'basil', count: 3, kind: 'herb' })
      assert.equal(
        (await continuedAnswer(ann.chat, asked)).content,
        'The person answered:\nName of the plant: basil\nNumber: 3\nKind: herb\nThanks.',
      )
    })

    test('of many answers at once, one counts, and the others learn who answered [questions.once]', async () => {
      const asked = await askQuestion(ann, { question: 'Which?', choices: ['a', 'b'] })
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          answerQuestion(ann.console, asked.id, { answer: n % 2 ? 'a' : 'b' }),
        ),
      )
      assert.equal(answers.filter(({ status }) => status === 200).length, 1)
      for (const { status, json } of answers.filter((one) => one.status !== 200)) {
        assert.deepEqual([status, json.code], [409, 'stale_plan'])
        assert.match(json.detail, /^asked\.ann@example\.com answered this question at 20/)
      }
      await continuedAnswer(ann.chat, asked)
      const messages = Object.values(await messagesOf(ann.chat, asked.chatId))
      assert.equal(messages.length, 4)
    })

    test('another person and an API key can neither read nor answer it; a call is not confirmed by it [questions.person]', async () => {
      const asked = await askQuestion(ann, { question: 'Secret?' })
      const path = `/change-requests/${asked.id}`
      const { plan_hash } = (await ann.console.get(path)).json
      const body = { plan_hash, content: { answer: 'x' } }
      assert.equal((await bob.console.get(path)).status, 404)
      assert.equal((await bob.console.post(`${path}/answer`, body)).status, 404)
      assert.equal((await bob.console.post(`${path}/reject`, {})).status, 404)
      assert.equal((await (await ann.console.byKey()).post(`${path}/answer`, body)).status, 403)
      assert.equal((await ann.console.post(`${path}/confirm`, { plan_hash })).status, 400)
      assert.equal((await ann.console.post(`${path}/answer`, { ...body, plan_hash: 'x' })).status, 409)
      assert.equal((await ann.console.get(path)).json.state, 'proposed')
    })

    test('a declined question continues with the refusal, and is not answered any more [questions.decline]', async () => {
      const asked = await askQuestion(ann, { question: 'Your age?' })
      const declined = await ann.console.post(`/change-requests/${asked.id}/reject`, {})
      assert.equal(declined.json.state, 'rejected')
      assert.equal(
        (await continuedAnswer(ann.chat, asked)).content,
        'The person declined to answer.\nThanks.',
      )
      const late = await answerQuestion(ann.console, asked.id, { answer: '7' })
      assert.deepEqual([late.status, late.json.code], [409, 'stale_plan'])
      assert.match(late.json.detail, /declined to answer this question/)
    })

    test('the next message answers a question for free text, and only closes another [questions.message]', async () => {
      const text = await askQuestion(ann, { question: 'Which colour?' })
      const next = { chat_id: text.chatId, parent_id: text.answerId }
      const reply = await ask(ann.chat, { ...next, user_message: { content: 'Blue\n/say noted' } })
      const answer = await endOf(ann.chat, text.chatId, reply.answerId)
      assert.equal(answer.content, 'noted')
      const { json } = await ann.console.get(`/change-requests/${text.id}`)
      assert.deepEqual([json.state, json.result.detail], ['confirmed', 'Blue\n/say noted'])

      const choice = await askQuestion(ann, { question: 'Which day?', choices: ['Monday', 'Friday'] })
      const other = { chat_id: choice.chatId, parent_id: choice.answerId }
      const moved = await ask(ann.chat, { ...other, user_message: { content: '/say something else' } })
      assert.equal((await endOf(ann.chat, choice.chatId, moved.answerId)).content, 'something else')
      const closed = (await ann.console.get(`/change-requests/${choice.id}`)).json
      assert.deepEqual([closed.state, closed.result.outcome], ['stale', 'unanswered'])
      const late = await answerQuestion(ann.console, choice.id, { answer: 'Friday' })
      assert.match(late.json.detail, /closed without an answer/)
      const messages = await messagesOf(ann.chat, choice.chatId)
      assert.equal(messages[`decision-${choice.id}`], undefined)
      assert.equal((await messagesOf(ann.chat, text.chatId))[`decision-${text.id}`], undefined)
    })

    test('another answer instead of the question closes it; a regenerated continuation has the answer again [questions.message] [questions.continue]', async () => {
      const asked = await askQuestion(ann, { question: 'Which size?', choices: ['S', 'L'] })
      const { chatId } = asked
      const again = { chat_id: chatId, parent_id: asked.promptId, user_message: null }
      const repeated = await ask(ann.chat, again)
      await endOf(ann.chat, chatId, repeated.answerId)
      assert.equal((await ann.console.get(`/change-requests/${asked.id}`)).json.state, 'stale')
      const { tools } = (await messagesOf(ann.chat, chatId))[repeated.answerId]
      const { id } = tools.find((tool: any) => tool.change).change
      assert.notEqual(id, asked.id)
      await answerQuestion(ann.console, id, { answer: 'L' })
      await continuedAnswer(ann.chat, { ...asked, id })
      const next = { chat_id: chatId, parent_id: `decision-${id}`, user_message: null }
      const regenerated = await ask(ann.chat, next)
      const { content } = await endOf(ann.chat, chatId, regenerated.answerId)
      assert.equal(content, 'The person answered:\nL\nThanks.')
    })

    test('a started skill still holds after a typed answer, and ends with the next request [skills.narrow]', async () => {
      const asking = '/sow\n/tool ask_person {"question":"Which colour?"}'
      const { chatId, answerId } = await ask(ann.chat, { user_message: { content: asking } })
      await endOf(ann.chat, chatId, answerId)
      const say = async (parent_id: string) => {
        const row = { chat_id: chatId, parent_id, user_message: { content: '/tool list_files {}' } }
        const turn = await ask(ann.chat, row)
        return { ...turn, tool: (await endOf(ann.chat, chatId, turn.answerId)).tools[0] }
      }
      const reply = await say(answerId)
      assert.match(JSON.stringify(reply.tool), /There is no tool/)
      assert.doesNotMatch(JSON.stringify((await say(reply.answerId)).tool), /There is no tool/)
    })

    test('a removed chat closes its question and removes its turn [questions.chat]', async () => {
      const asked = await askQuestion(ann, { question: 'Still there?' })
      const turns = () =>
        hub.store.db.selectFrom('question_turns').selectAll().where('request_id', '=', asked.id).execute()
      assert.equal((await turns()).length, 1)
      assert.equal((await ann.chat.delete(`/api/v1/chats/${asked.chatId}`)).status, 200)
      assert.equal((await ann.console.get(`/change-requests/${asked.id}`)).json.state, 'stale')
      assert.deepEqual(await turns(), [])
    })

    test('a person who lost the access can’t answer until it is given again [questions.access]', async () => {
      const asked = await askQuestion(bob, { question: 'Here?' })
      const access = { subject: bob.console.email, hub: 'garden', permission: 'use_hub' }
      await hub.admin.post('/access/revoke', access)
      const refused = await answerQuestion(bob.console, asked.id, { answer: 'x' })
      assert.deepEqual([refused.status, refused.json.code], [403, 'forbidden'])
      await hub.admin.post('/access/grant', access)
      assert.equal((await answerQuestion(bob.console, asked.id, { answer: 'x' })).json.status, 'taken')
      await continuedAnswer(bob.chat, asked)
    })

    test('an answer waits while the agent is not available to the person, and continues afterwards [questions.access] [questions.restart]', async () => {
      const asked = await askQuestion(bob, { question: 'Still there?' })
      const access = { subject: bob.console.email, hub: 'garden', permission: 'use_hub' }
      await hub.stopChatapp()
      await hub.admin.post('/access/revoke', access)
      const result = { outcome: 'answered', detail: 'Yes', answer: { answer: 'Yes' } }
      await hub.store.db
        .updateTable('change_requests')
        .set({ state: 'confirmed', decided_at_ms: clock.now(), result: JSON.stringify(result) })
        .where('id', '=', asked.id)
        .execute()
      await hub.restartChatapp({})
      await hub.admin.post('/access/grant', access)
      assert.match((await continuedAnswer(bob.chat, asked)).content, /Yes/)
    })

    test('forms that ask for secrets, and unclear questions, are refused [questions.secrets]', async () => {
      const refusedWith = async (input: object) => {
        const content = `/tool ask_person ${JSON.stringify({ question: 'Well?', ...input })}`
        const turn = await ask(ann.chat, { user_message: { content } })
        const { tools } = await endOf(ann.chat, turn.chatId, turn.answerId)
        return tools[0].error as string
      }
      const form = (properties: object) => ({ form: { type: 'object', properties } })
      for (const properties of [
        { pin: { type: 'string', format: 'password' } },
        { api_key: { type: 'string' } },
        { word: { type: 'string', title: 'Your password' } },
        { word: { type: 'string', title: 'API key' } },
        { word: { type: 'string', title: 'Dein Passwort' } },
        { word: { type: 'string', title: 'PIN of the card' } },
        { word: { type: 'string', title: '您的密码' } },
        { word: { type: 'string', title: 'كلمة المرور' } },
      ])
        assert.match(await refusedWith(form(properties)), /must not ask for passwords or keys/)
      assert.match(await refusedWith(form({ a: { type: 'object' } })), /has a type that forms do not have/)
      assert.match(await refusedWith(form({})), /The form has no fields/)
      assert.match(
        await refusedWith(form({ a: { type: 'string', minLength: 2, maxLength: 1 } })),
        /no answer/,
      )
      assert.match(await refusedWith({ choices: ['a', 'a'] }), /Two of the choices are equal/)
      assert.match(await refusedWith({ choices: ['a', 'b'], ...form({}) }), /not both/)
    })

    test('a request without a person who can answer has no such tool [questions.offered]', async () => {
      const answer = await fetch(`${hub.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${hub.bridgeKey}`,
          'content-type': 'application/json',
          'x-chatapp-user-email': ann.console.email,
        },
        body: JSON.stringify({
          model: 'garden',
          messages: [{ role: 'user', content: '/tool ask_person {"question":"Who?"}' }],
        }),
      })
      const body: any = await answer.json()
      assert.match(body.choices[0].message.content, /no tool .ask_person/)
    })

    test('a question that nobody answered in time continues with that [questions.expiry]', async () => {
      const asked = await askQuestion(ann, { question: 'Soon?', expires_in: '2h' })
      ahead += 3 * HOUR_MS
      assert.match((await continuedAnswer(ann.chat, asked)).content, /^Nobody answered until 20.*\nThanks\.$/)
      const { decision } = (await messagesOf(ann.chat, asked.chatId))[`decision-${asked.id}`]
      assert.equal(decision.outcome, 'unanswered')
      const late = await answerQuestion(ann.console, asked.id, { answer: 'Now' })
      assert.deepEqual([late.status, late.json.code], [409, 'expired'])
    })

    test('a question outlives a restart, and an answer that no process continued with is continued at the next start [questions.restart]', async () => {
      const after = { question: 'After the restart?', expires_in: '30d' }
      const [asked, cut] = [await askQuestion(ann, after), await askQuestion(ann, after)]
      ahead += 72 * HOUR_MS
      await hub.stopChatapp()
      const result = { outcome: 'answered', detail: 'Perhaps', answer: { answer: 'Perhaps' } }
      await hub.store.db
        .updateTable('change_requests')
        .set({ state: 'confirmed', decided_at_ms: clock.now(), result: JSON.stringify(result) })
        .where('id', '=', cut.id)
        .execute()
      await hub.restartChatapp({})
      assert.equal((await continuedAnswer(ann.chat, cut)).content, 'The person answered:\nPerhaps\nThanks.')
      const answered = await answerQuestion(ann.console, asked.id, { answer: 'Yes' })
      assert.equal(answered.json.status, 'taken')
      assert.equal((await continuedAnswer(ann.chat, asked)).content, 'The person answered:\nYes\nThanks.')
    })
  })
