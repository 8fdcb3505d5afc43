import assert from 'node:assert/strict'
import test from 'node:test'
import { startTestEdge } from '../support/edge.ts'

const RAW = [
  '/openai/chat/completions',
  '/openai/chat/completions?x=1',
  '/openai/responses',
  '/openai/embeddings',
  '/openai/anything/else',
  '/ollama/api/chat',
  '/ollama/api/chat/0',
  '/ollama/api/generate',
  '/ollama/v1/chat/completions',
  '/ollama/v1/messages',
  '/openai//chat///completions/',
  '/%6fpenai/chat/completions',
  '/openai%2Fchat%2fcompletions',
  '/OpenAI/Chat/Completions',
  '/%4FPENAI/%72esponses',
]

test('no client reaches a model connection without the web chat, with any spelling of the address [edge.raw-inference]', async (t) => {
  const edge = await startTestEdge(t)
  for (const path of RAW)
    for (const headers of [{ cookie: 'token=ann' }, { authorization: 'Bearer sk-1' }] as Record<
      string,
      string
    >[]) {
      const answer = await fetch(edge.url + path, { method: 'POST', headers, body: '{}' })
      assert.deepEqual(
        [answer.status, ((await answer.json()) as { code: string }).code],
        [403, 'raw_inference'],
        path,
      )
    }
  assert.deepEqual(edge.chatapp.received, [])
})

test('the web chat’s own way, its settings and all reading pass [edge.raw-inference]', async (t) => {
  const edge = await startTestEdge(t)
  for (const path of [
    '/api/chat/completions',
    '/openai/config/update',
    '/openai/verify',
    '/ollama/config/update',
    '/openaix/responses',
    '/x/openai/responses',
  ])
    assert.equal((await fetch(edge.url + path, { method: 'POST', body: '{}' })).status, 200, path)
  assert.equal((await fetch(`${edge.url}/openai/config`)).status, 200)
})
