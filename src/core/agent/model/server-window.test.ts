import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { readServerWindow } from './server-window.ts'

type Answers = Readonly<Record<string, unknown>>

async function startServer(answers: Answers) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const answer = answers[request.url!]
    if (answer === undefined) response.writeHead(404).end('{"error":"no"}')
    else response.writeHead(200).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    requests,
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const SERVERS: Readonly<Record<string, { answers: Answers; tokens: number | null }>> = {
  'llama.cpp with four slots': {
    answers: {
      '/props': { default_generation_settings: { n_ctx: 2048 }, total_slots: 4 },
      '/v1/models': { data: [{ id: '/models/m.gguf', meta: { n_ctx: 8192, n_ctx_train: 32_768 } }] },
    },
    tokens: 2048,
  },
  'llama.cpp without /props': {
    answers: { '/v1/models': { data: [{ id: 'other', meta: { n_ctx: 5120, n_ctx_train: 32_768 } }] } },
    tokens: 5120,
  },
  vLLM: {
    answers: {
      '/v1/models': {
        data: [
          { id: 'x', max_model_len: 4096 },
          { id: 'm', max_model_len: 6144 },
        ],
      },
    },
    tokens: 6144,
  },
  'LM Studio': {
    answers: {
      '/api/v0/models': { data: [{ id: 'm', loaded_context_length: 4096, max_context_length: 131_072 }] },
      '/v1/models': { data: [{ id: 'm' }] },
    },
    tokens: 4096,
  },
  'Ollama with the model loaded': {
    answers: {
      '/api/ps': { models: [{ name: 'm:latest', context_length: 4096 }] },
      '/v1/models': { data: [{ id: 'm' }] },
    },
    tokens: 4096,
  },
  'Ollama with another model loaded': {
    answers: {
      '/api/ps': { models: [{ name: 'x', context_length: 4096 }] },
      '/v1/models': { data: [{ id: 'm' }, { id: 'x' }] },
    },
    tokens: null,
  },
  'a service': {
    answers: { '/v1/models': { data: [{ id: 'm', context_window: 131_072 }, { id: 'x' }] } },
    tokens: 131_072,
  },
  'a server that names none': { answers: { '/v1/models': { data: [{ id: 'm' }] } }, tokens: null },
  'a server of web pages': {
    answers: { '/props': '<html>', '/v1/models': 'null', '/api/ps': '[1]' },
    tokens: null,
  },
  'a server that names nonsense': {
    answers: { '/props': { default_generation_settings: { n_ctx: '8192' } } },
    tokens: null,
  },
}

for (const [name, { answers, tokens }] of Object.entries(SERVERS))
  test(`the context window is read from ${name} [bridge.context]`, async () => {
    await using server = await startServer(answers)
    const found = await readServerWindow({ name: 'm', baseUrl: `${server.root}/v1/`, apiKey: 'secret' })
    assert.equal(found, tokens)
    for (const { headers } of server.requests) assert.equal(headers.authorization, 'Bearer secret')
  })

test('a model server that is away names no window [bridge.context]', async () => {
  const server = await startServer({})
  await server[Symbol.asyncDispose]()
  assert.equal(await readServerWindow({ name: 'm', baseUrl: server.root, apiKey: null }), null)
})
