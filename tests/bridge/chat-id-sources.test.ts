import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256 } from '#ground/base/ids.ts'
import { person, startTestBridge } from '../support/bridge.ts'

const SOURCES = [
  'chat_id',
  'metadata.chat_id',
  'metadata.conversation_id',
  'X-Svc-Chat-Id',
  'user',
  'first user message',
] as const

test('all 64 combinations of the six sources give the chat of the first that is there [bridge.chat-id-order]', async (t) => {
  const bridge = await startTestBridge(t)
  const ann = person('ann@example.com')
  const derived = (kind: string, text: string) =>
    new RegExp(
      `^${kind}-${sha256(JSON.stringify(['ann@example.com', 'chatapp', text])).slice(0, 32)}~[0-9a-f]{8}$`,
    )
  for (let bits = 0; bits < 64; bits++) {
    const has = (source: number) => (bits & (1 << source)) !== 0
    const metadata = {
      ...(has(1) && { chat_id: 'of-metadata' }),
      ...(has(2) && { conversation_id: 'of-conversation' }),
    }
    const first = has(5) ? '/say combination' : '/say plain'
    const body = {
      messages: [{ role: 'user', content: first }],
      ...(has(0) && { chat_id: 'of-body' }),
      ...((has(1) || has(2)) && { metadata }),
      ...(has(4) && { user: 'of-user' }),
    }
    const response = await bridge.complete(body, { ...ann, ...(has(3) && { 'x-svc-chat-id': 'of-header' }) })
    await response.json()
    const chat = decodeURIComponent(response.headers.get('x-svc-chat-id')!)
    const expected = ['of-body', 'of-metadata', 'of-conversation', 'of-header'].find((_, source) =>
      has(source),
    )
    const label = SOURCES.filter((_, source) => has(source)).join(' + ') || 'none'
    if (expected) assert.equal(chat, expected, label)
    else if (has(4)) assert.match(chat, derived('user', 'of-user'), label)
    else assert.match(chat, derived('first', JSON.stringify(first)), label)
  }
})

test('chat ids of any text are ids and nothing else [bridge.chat-id-order]', async (t) => {
  const bridge = await startTestBridge(t)
  const before = await bridge.chatPaths()
  for (const chat_id of [
    '..',
    '../../etc',
    'a/b',
    'nul\u0000byte',
    '.',
    '~',
    ' ',
    'x'.repeat(300),
    '\u202Eevil',
    '%2e%2e',
  ]) {
    const response = await bridge.complete({ messages: [{ role: 'user', content: '/say hi' }], chat_id })
    assert.equal(response.status, 200, JSON.stringify(chat_id))
    await response.json()
    if (chat_id.trim()) assert.equal(decodeURIComponent(response.headers.get('x-svc-chat-id')!), chat_id)
  }
  const made = (await bridge.chatPaths()).filter((path) => !before.includes(path))
  assert.ok(
    made.every((path) => /\/\.chats\/[0-9a-f]{40}\/[\w.]+$/.test(path)),
    made.join('\n'),
  )
})
