import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatView, MessageView } from '#chatapp/chats/schema.ts'
import { chatAsMarkdown, fileNameOf } from './written.ts'

const message = (more: Partial<MessageView>): MessageView => ({
  id: 'm',
  parentId: null,
  childrenIds: [],
  role: 'user',
  content: '',
  timestamp: 1_700_000_000,
  done: true,
  state: 'done',
  ...more,
})

test('a chat is exported as Markdown, with authors, files, the calls where they happened, and the outcomes of answers [web.export]', () => {
  const messages = [
    message({
      content: 'What **grows**?',
      files: [{ id: 'f', name: 'plan.pdf', content_type: 'application/pdf', size: 4 }],
    }),
    message({
      role: 'assistant',
      model: 'garden',
      content: '```ts\nlet a\n```\n',
      tools: [
        { id: 't', name: 'search', title: 'Searched files', state: 'done' },
        { id: 'u', name: 'fetch', title: '', state: 'failed', at: 16 },
      ],
    }),
    message({ role: 'assistant', content: '', state: 'failed', error: { message: 'No model.', code: 'x' } }),
    message({ role: 'assistant', content: 'half', state: 'stopped' }),
  ]
  const text = chatAsMarkdown({ title: 'Shade', chat: { messages } } as unknown as ChatView)
  assert.deepEqual(
    text.split('\n').filter((line) => line !== '' && !/^\*\w.*2023/.test(line)),
    [
      '# Shade',
      '## You',
      '- 📎 plan.pdf',
      'What **grows**?',
      '## garden',
      '> Searched files',
      '```ts',
      'let a',
      '```',
      '> fetch ✗',
      '## Agent',
      '> No model.',
      '## Agent',
      'half',
      '> This answer was not finished.',
    ],
  )
})

test('a file has the name of its chat as far as systems take it [web.export]', () => {
  assert.equal(fileNameOf('Plan: a/b <c>?', 'md'), 'Plan a b c.md')
  assert.equal(fileNameOf('..', 'json'), 'chat.json')
  assert.equal(fileNameOf('', 'md'), 'Untitled chat.md')
  assert.equal(fileNameOf(`a\u202Efdp${'x'.repeat(200)}`, 'md').length, 83)
})
