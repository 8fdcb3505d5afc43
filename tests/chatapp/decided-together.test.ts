import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallToContinue, OnDecided } from '#chatapp/turns/continuations.ts'
import { ask, finished, messagesOf } from './page.ts'
import { says } from './recording-agent.ts'
import { startTestChatapp } from './started-chatapp.ts'

test('decisions made before the agent continues are reported in one turn, and none is reported twice [web.decided-together]', async (t) => {
  let onDecided: OnDecided = () => Promise.reject(new Error('the web chat follows no decisions'))
  const chat = await startTestChatapp(t, {
    decidedCalls: {
      follow() {},
      start(work) {
        onDecided = work
        return { [Symbol.asyncDispose]: () => Promise.resolve() }
      },
    },
  })
  const ann = await chat.signUp('Ann')
  chat.agent.notify({ '/prompts': { data: [] } })
  const { email } = (await ann.get('/api/v1/auths/')).json
  const asked = await ask(ann, { user_message: { content: 'Order peas and beans' } })
  await finished(ann, asked)
  const call = (id: string, outcome: CallToContinue['outcome']): CallToContinue => ({
    id,
    email,
    hub: 'garden',
    chatId: asked.chatId,
    summary: `Order ${id}`,
    outcome,
    output: outcome === 'done' ? `${id} ordered` : '',
    editedInput: null,
  })
  const [peas, beans, leeks] = [call('peas', 'done'), call('beans', 'rejected'), call('leeks', 'done')]
  const before = chat.agent.completions.length
  chat.agent.script(says('Peas are ordered, beans are not.'))
  await onDecided(peas, [beans])
  const continued = { ...asked, answerId: 'continued-peas' }
  await finished(ann, continued)
  const messages = await messagesOf(ann, asked.chatId)
  assert.deepEqual(
    ['decision-peas', 'decision-beans', 'continued-peas'].map((id) => messages[id].parentId),
    [asked.answerId, 'decision-peas', 'decision-beans'],
  )
  assert.deepEqual(
    ['decision-peas', 'decision-beans'].map((id) => messages[id].decision.outcome),
    ['done', 'rejected'],
  )
  assert.equal(chat.agent.completions.length, before + 1)
  const prompt = JSON.stringify(chat.agent.completions.at(-1))
  assert.match(
    prompt,
    /I approved the call you proposed \(Order peas\).*I declined the call you proposed \(Order beans\)/,
  )

  await onDecided(beans, [])
  await onDecided(peas, [beans])
  assert.equal(chat.agent.completions.length, before + 1)
  chat.agent.script(says('Leeks are ordered.'))
  await onDecided(leeks, [beans])
  await finished(ann, { ...asked, answerId: 'continued-leeks' })
  const after = await messagesOf(ann, asked.chatId)
  assert.equal(after['continued-leeks'].parentId, 'decision-leeks', 'beans were reported before')
})
