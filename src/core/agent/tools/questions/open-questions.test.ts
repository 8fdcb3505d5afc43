import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DONE_ELSEWHERE, type PersonQuestion } from './ask.ts'
import type { AnswerContent } from '#ground/turn/question/schema.ts'
import { createOpenQuestions, QUESTION_TIMEOUT_MS } from './open-questions.ts'

const ASKED: PersonQuestion = {
  server: 'desk',
  message: 'How many?',
  subject: {
    kind: 'form',
    fields: [{ name: 'count', title: 'Count', isRequired: true, kind: 'number', isWhole: true }],
  },
}

function started() {
  let timeUp = () => {}
  let count = 0
  const clock = {
    now: () => 1000,
    after: (ms: number, then: () => void) => {
      assert.equal(ms, QUESTION_TIMEOUT_MS)
      timeUp = then
      return () => {}
    },
  }
  const questions = createOpenQuestions({ clock, newId: () => `q${++count}` })
  const stop = new AbortController()
  const opened = questions.open(ASKED, 'ada@example.com', stop.signal)
  return { ...opened, questions, stop, expire: () => timeUp() }
}

test('the first valid answer of the person counts, and a second answer is refused as such [agent.mcp.questions]', async () => {
  const { questions, question, reply } = started()
  const answer = (content: AnswerContent, email: string | null = 'ada@example.com') =>
    questions.answer(question.id, email, { action: 'accept', content }).status
  assert.equal(answer({ count: 2 }, 'bob@example.com'), 'over')
  assert.equal(answer({ count: 2 }, null), 'over')
  assert.equal(answer({}), 'invalid')
  assert.equal(answer({ count: 2 }), 'taken')
  assert.equal(answer({ count: 3 }), 'answered_before')
  assert.equal(answer({ count: 3 }, 'bob@example.com'), 'over')
  assert.deepEqual(await reply, { action: 'accept', content: { count: 2 } })
})

test('a question ends after a long wait, or with its call [agent.mcp.questions]', async () => {
  const late = started()
  late.expire()
  assert.deepEqual(await late.reply, { action: 'expired' })
  const stopped = started()
  stopped.stop.abort()
  assert.deepEqual(await stopped.reply, { action: 'cancel' })
  const done = started()
  done.stop.abort(DONE_ELSEWHERE)
  assert.deepEqual(await done.reply, { action: 'accept', content: {} })
  for (const { questions, question } of [late, stopped, done])
    assert.equal(questions.answer(question.id, 'ada@example.com', { action: 'decline' }).status, 'over')
})
