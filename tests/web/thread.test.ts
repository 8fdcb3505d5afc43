import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ConversationView, ShownMessage } from '#chatapp/chats/schema.ts'
import type { AnswerEvent } from '#chatapp/turns/schema.ts'
import { applyEvents } from '../../web/chat/thread/apply-events.ts'
import { withStretch, type ReadConversation, type History } from '../../web/chat/thread/conversation.ts'
import {
  addMessages,
  hasEarlierMessages,
  findNewestLeaf,
  runningMessage,
  visibleBranch,
} from '../../web/chat/thread/tree.ts'

const message = (id: string, parentId: string | null, more: Partial<ShownMessage> = {}): ShownMessage => ({
  id,
  parentId,
  childrenIds: [],
  versions: [id],
  role: 'user',
  content: id,
  timestamp: 0,
  done: true,
  state: 'done',
  ...more,
})

const EMPTY: History = { currentId: null, messages: {} }

/** q1 → a1 → q2 → a2. Beside a1 is a1b, and beside q2 is q2b → a2b. The branch that ends with a2b is visible. */
const branched = [
  message('q1', null),
  message('a1', 'q1', { role: 'assistant' }),
  message('q2', 'a1'),
  message('a2', 'q2', { role: 'assistant' }),
  message('a1b', 'q1', { role: 'assistant' }),
  message('q2b', 'a1'),
  message('a2b', 'q2b', { role: 'assistant' }),
].reduce((history, added) => addMessages(history, [added]), EMPTY)

const ids = (messages: readonly ShownMessage[]) => messages.map(({ id }) => id)

test('the visible branch leads from the current leaf up to the first message [web.branch]', () => {
  assert.deepEqual(ids(visibleBranch(branched)), ['q1', 'a1', 'q2b', 'a2b'])
  assert.deepEqual(ids(visibleBranch({ ...branched, currentId: 'a1b' })), ['q1', 'a1b'])
  assert.deepEqual(visibleBranch(EMPTY), [])
})

test('a history with a cycle is shown once and ends [web.branch]', () => {
  const messages = { a: message('a', 'b'), b: message('b', 'a') }
  assert.deepEqual(ids(visibleBranch({ currentId: 'a', messages })), ['b', 'a'])
  assert.equal(
    findNewestLeaf({ currentId: 'a', messages: { a: message('a', 'a', { childrenIds: ['a'] }) } }, 'a'),
    'a',
  )
})

test('versions are siblings of the same role, oldest first [web.versions]', () => {
  const versionsOf = (id: string, { messages } = branched) => messages[id]!.versions
  assert.deepEqual(
    [versionsOf('a1'), versionsOf('a1b')],
    [
      ['a1', 'a1b'],
      ['a1', 'a1b'],
    ],
  )
  assert.deepEqual([versionsOf('q2'), versionsOf('a2')], [['q2', 'q2b'], ['a2']])
  const edited = addMessages(branched, [message('q1b', null)])
  assert.deepEqual(versionsOf('q1', edited), ['q1', 'q1b'], 'first messages, though they have no parent')
})

test('choosing a version shows its newest end [web.versions]', () => {
  assert.equal(findNewestLeaf(branched, 'a1'), 'a2b')
  assert.equal(findNewestLeaf(branched, 'q2'), 'a2')
  assert.equal(findNewestLeaf(branched, 'a1b'), 'a1b')
  const { a2b: _notRead, ...read } = branched.messages
  assert.equal(findNewestLeaf({ currentId: null, messages: read }, 'a1'), null, 'part of it was not read')
})

test('a branch that was read in part ends where the rest is missing, and goes on above it [web.long-chat]', () => {
  const { q1: _notRead, ...read } = branched.messages
  const part = { ...branched, messages: read }
  assert.deepEqual(ids(visibleBranch(part)), ['a1', 'q2b', 'a2b'])
  assert.equal(hasEarlierMessages(part, visibleBranch(part)), true)
  assert.equal(hasEarlierMessages(branched, visibleBranch(branched)), false)
  assert.equal(hasEarlierMessages(EMPTY, []), false)
})

const running = addMessages(branched, [
  message('a3', 'q2b', { role: 'assistant', content: '', state: 'running', done: false }),
])

test('pieces, however they are cut, add up to the answer [web.stream]', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (content, reasoning) => {
      const events: AnswerEvent[] = [
        ...reasoning.map((reasoning) => ({ type: 'delta', message_id: 'a3', reasoning }) as const),
        ...content.map((content) => ({ type: 'delta', message_id: 'a3', content }) as const),
      ]
      const answer = applyEvents(running, events).messages['a3']!
      assert.equal(answer.content, content.join(''))
      assert.equal(answer.reasoning ?? '', reasoning.join(''))
    }),
  )
})

test('a new snapshot replaces earlier events, and keeps the tree [web.stream]', () => {
  const snapshot = message('a3', 'q2b', { role: 'assistant', content: 'one two', state: 'running' })
  const after = applyEvents(running, [
    { type: 'delta', message_id: 'a3', content: 'lost' },
    { type: 'snapshot', message: snapshot },
    { type: 'delta', message_id: 'a3', content: ' three' },
  ])
  assert.equal(after.messages['a3']!.content, 'one two three')
  assert.deepEqual(after.messages['q2b']!.childrenIds, ['a2b', 'a3'])
})

test('a tool is one line from its start to its end [web.stream]', () => {
  const tool = { id: 't', name: 'search', title: 'Searching' }
  const after = applyEvents(running, [
    { type: 'tool', message_id: 'a3', tool: { ...tool, state: 'running' } },
    { type: 'tool', message_id: 'a3', tool: { ...tool, title: 'Searched', state: 'done', ms: 40 } },
  ])
  assert.deepEqual(after.messages['a3']!.tools, [{ ...tool, title: 'Searched', state: 'done', ms: 40 }])
})

test('the end event contains the answer’s outcome, and nothing runs any more [web.stream]', () => {
  const end = message('a3', 'q2b', { role: 'assistant', content: 'all', state: 'stopped' })
  const after = applyEvents(running, [{ type: 'end', message: end }])
  assert.equal(runningMessage(running)?.id, 'a3')
  assert.equal(runningMessage(after), undefined)
  assert.equal(after.messages['a3']!.content, 'all')
})

test('events of a message this tab does not know change nothing [web.stream]', () => {
  const events: AnswerEvent[] = [
    { type: 'delta', message_id: 'other', content: 'x' },
    { type: 'snapshot', message: message('other', 'q1') },
    { type: 'idle' },
  ]
  assert.deepEqual(applyEvents(running, events), running)
})

const read = ({ currentId, messages }: History): ConversationView => ({
  id: 'c',
  title: 't',
  updated_at: 0,
  created_at: 0,
  last_read_at: null,
  snippet: null,
  pinned: false,
  archived: false,
  active: false,
  model: null,
  folder_id: null,
  share_id: null,
  current_id: currentId,
  messages: Object.values(messages),
})
const chatOf = (history: History): ReadConversation => withStretch(undefined, read(history))
const withContent = (content: string, state: ShownMessage['state'] = 'running'): History => ({
  ...running,
  messages: { ...running.messages, a3: { ...running.messages['a3']!, content, state } },
})

test('a stored answer, older or newer than the stream, does not affect the streamed text [web.stream-keep]', () => {
  for (const stored of ['one', 'one two three four']) {
    const kept = withStretch(chatOf(withContent('one two three')), read(withContent(stored)))
    assert.equal(kept.history.messages['a3']!.content, 'one two three')
  }
})

test('a stored answer that has ended takes precedence, and so does an answer without events [web.stream-keep]', () => {
  const known = chatOf(withContent('one two'))
  const ended = withStretch(known, read(withContent('one', 'stopped')))
  assert.equal(ended.history.messages['a3']!.content, 'one')
  assert.equal(known.history.messages['a3']!.content, 'one two')
})

test('pieces that come late do not add to an answer that has ended [web.stream]', () => {
  const ended = withContent('all of it', 'done')
  assert.deepEqual(applyEvents(ended, [{ type: 'delta', message_id: 'a3', content: 'it' }]), ended)
})
