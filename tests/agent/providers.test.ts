import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineTool, z } from '../../src/index.ts'
import { ModelFailure } from '#core/agent/model/model.ts'
import { startTestAgent } from '../support/agent.ts'
import { startUpstream, type UpstreamBody, type UpstreamScript } from '../support/upstream.ts'

const fixture =
  (name: string): UpstreamScript =>
  (answer) =>
    answer.file(new URL(`../fixtures/providers/${name}.sse`, import.meta.url))

const add = defineTool({
  name: 'add',
  description: 'Adds',
  input: z.object({ a: z.number(), b: z.number().optional() }),
  run: ({ a, b }) => String(a + (b ?? 0)),
})

interface Case {
  provider: string
  call: string
  answer: string
  path: RegExp
  key: string
  usage: object
  second(body: UpstreamBody): void
}

const CASES: Case[] = [
  {
    provider: 'compatible',
    call: 'compatible-reasoning-tool-call',
    answer: 'compatible-answer',
    path: /^\/v1\/chat\/completions$/,
    key: 'authorization',
    usage: { input: 190, output: 34, cached: 40, reasoning: 12 },
    second(body) {
      assert.deepEqual(body.messages?.slice(2), [
        {
          role: 'assistant',
          content: '',
          reasoning_content: 'I should add them.',
          tool_calls: [
            { id: 'call00000', type: 'function', function: { name: 'add', arguments: '{"a":2,"b":3}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call00000', content: '5' },
      ])
    },
  },
  {
    provider: 'anthropic',
    call: 'anthropic-thinking-tool-call',
    answer: 'anthropic-answer',
    path: /^\/v1\/messages$/,
    key: 'x-api-key',
    usage: { input: 300, output: 36, cached: 200, reasoning: 0 },
    second(body) {
      assert.deepEqual(body.messages?.[1], {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'I should add them.', signature: 'c2lnbmVkLXRob3VnaHQ=' },
          { type: 'text', text: 'Let me add.' },
          { type: 'tool_use', id: 'toolu_test_1', name: 'add', input: { a: 2, b: 3 } },
        ],
      })
      const [result] = (body.messages?.[2]?.content ?? []) as {
        type: string
        tool_use_id: string
        content: string
      }[]
      assert.deepEqual(
        [result?.type, result?.tool_use_id, result?.content],
        ['tool_result', 'toolu_test_1', '5'],
      )
    },
  },
  {
    provider: 'google',
    call: 'google-tool-call',
    answer: 'google-answer',
    path: /^\/v1\/models\/test-model:streamGenerateContent\?alt=sse$/,
    key: 'x-goog-api-key',
    usage: { input: 120, output: 39, cached: 20, reasoning: 25 },
    second(body) {
      const contents = body['contents'] as { role: string; parts: Record<string, unknown>[] }[]
      const call = contents.flatMap(({ parts }) => parts).find((part) => part['functionCall'])
      assert.equal(call?.['thoughtSignature'], 'c2lnbmVkLXRob3VnaHQ=')
      assert.match(JSON.stringify(contents.at(-1)), /functionResponse.*"5"/)
    },
  },
  {
    provider: 'openai',
    call: 'openai-reasoning-tool-call',
    answer: 'openai-answer',
    path: /^\/v1\/responses$/,
    key: 'authorization',
    usage: { input: 210, output: 45, cached: 64, reasoning: 20 },
    second(body) {
      assert.equal(body['store'], false)
      const input = body['input'] as Record<string, unknown>[]
      const reasoning = input.find(({ type }) => type === 'reasoning')
      assert.equal(reasoning?.['encrypted_content'], 'ZW5jcnlwdGVkLXRob3VnaHQ=')
      const result = input.find(({ type }) => type === 'function_call_output')
      assert.deepEqual([result?.['call_id'], result?.['output']], ['call_test_1', '5'])
      const [tool] = body.tools as unknown as { strict: boolean; parameters: { required: string[] } }[]
      assert.equal(tool?.strict, false)
      assert.deepEqual(tool?.parameters.required, ['a'])
    },
  },
]

for (const { provider, call, answer, path, key, usage, second } of CASES)
  test(`${provider}: thoughts, tool call and answer stream through, and its thoughts go back with the result [agent.provider.replay]`, async (t) => {
    await using upstream = await startUpstream()
    upstream.script(fixture(call), fixture(answer))
    const agent = await startTestAgent(t, { upstream: upstream.url, provider: { provider }, tools: [add] })
    const { events, text, tools, finish, error } = await agent.run('2+3?')
    assert.equal(error, undefined)
    assert.match(text, /It is 5\.$/)
    assert.equal(tools.at(-1)?.state, 'done')
    const thoughts = events.filter((event) => event.type === 'reasoning').map((event) => event.text)
    assert.equal(thoughts.join(''), 'I should add them.')
    assert.deepEqual(finish?.usage, usage)
    assert.match(upstream.requests[0]!.path, path)
    assert.match(String(upstream.requests[0]!.headers[key]), /test-key$/)
    second(upstream.requests[1]!.body)
  })

test('anthropic: an error event after content keeps the content and fails [agent.provider.failures]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script(fixture('anthropic-overloaded-after-content'))
  const agent = await startTestAgent(t, { upstream: upstream.url, provider: { provider: 'anthropic' } })
  const { text, error } = await agent.run('hi')
  assert.equal(text, 'half')
  assert.ok(error instanceof ModelFailure)
  assert.equal(error.code, 'unavailable')
  assert.match(error.message, /^Anthropic /)
})

test('openai: stop sequences, which its protocol doesn’t know, cut the answer here [agent.model.stop]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script(fixture('openai-answer'))
  const agent = await startTestAgent(t, { upstream: upstream.url, provider: { provider: 'openai' } })
  const { text, finish } = await agent.run('2+3?', { stop: ['5'] })
  assert.equal(text, 'It is ')
  assert.deepEqual([finish?.reason, finish?.usage.output], ['stop', 5])
})

test('the offline path loads no provider package [agent.offline.light]', async () => {
  const { execFileSync } = await import('node:child_process')
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
    const { createModelChooser } = await import('#core/agent/model/choose.ts')
    const { createAgent } = await import('#core/agent/turn/agent.ts')
    const { systemClock } = await import('#ground/base/clock.ts')
    const model = createModelChooser({ models: [], modelConfig: () => null }, { clock: systemClock }).modelsFor(null)[0]
    const request = { messages: [{ role: 'user', parts: [{ type: 'text', text: '/say hi' }] }], tools: [] }
    for await (const event of model.stream(request, new AbortController().signal)) void event
    console.log(JSON.stringify(loaded.filter((url) => url.includes('/@ai-sdk/'))))`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('../..', import.meta.url),
    encoding: 'utf8',
  })
  assert.deepEqual(JSON.parse(output), [])
})
