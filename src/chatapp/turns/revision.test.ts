import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredMessage } from '#chatapp/chats/message.ts'
import { createLiveAnswer } from './live-answer.ts'
import { keptOf } from './revision.ts'

const ANSWER: StoredMessage = {
  id: 'a', parentId: 'p', role: 'assistant', content: '', model: 'garden', state: 'running', timestamp: 0, extra: {},
} // prettier-ignore

const called = (at: number) => ({ type: 'tool' as const, id: 'call-1', name: 'dig', title: 'Dig', state: 'done' as const, at }) // prettier-ignore

test('a continued answer keeps its steps in their places, also if the new calls have the same ids [web.continue]', () => {
  const first = createLiveAnswer(ANSWER, () => {})
  first.add({ type: 'reasoning', text: 'Hm.' })
  first.add({ type: 'text', text: 'One ' })
  first.add(called(4))
  first.add({ type: 'text', text: 'two ' })
  first.end('interrupted')

  const { content, extra } = keptOf(first.message())
  const second = createLiveAnswer({ ...ANSWER, id: 'b', content, extra }, () => {})
  second.add({ type: 'text', text: 'three ' })
  second.add(called(6))
  second.add({ type: 'text', text: 'four' })
  second.end('done')
  const message = second.message()
  assert.equal(message.content, 'One two three four')
  assert.equal(message.extra.reasoning, 'Hm.')
  assert.deepEqual(
    message.extra.tools?.map(({ id, at }) => [id, at]),
    [
      ['~call-1', 4],
      ['call-1', 14],
    ],
  )
  assert.equal(message.state, 'done')
})
