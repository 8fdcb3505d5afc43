import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { TurnMessage, LanguageModel, ModelRequest, ToolSpec } from '#core/agent/model/model.ts'
import { conversationTokens, messageTokens, toolTokens } from './estimate.ts'
import { createShortening, type KeptContext } from './shortening.ts'
import { trimResults } from './shorten.ts'

const words = (tokens: number): string => 'word '.repeat(Math.ceil((tokens * 3.2) / 5))

const person = (tokens: number): TurnMessage => ({
  role: 'user',
  parts: [{ type: 'text', text: words(tokens) }],
})
const answer = (tokens: number): TurnMessage => ({ role: 'assistant', text: words(tokens), toolCalls: [] })
const step = (n: number, tokens: number): TurnMessage[] => [
  { role: 'assistant', text: '', toolCalls: [{ id: `c${n}`, name: 'read_file', input: '{}' }] },
  { role: 'tool', results: [{ id: `c${n}`, name: 'read_file', text: words(tokens), failed: false }] },
]

const tokens = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 300 }) },
  fc.integer({ min: 1, max: 6000 }),
)

const exchange = fc.record({ prompt: tokens, steps: fc.array(tokens, { maxLength: 6 }), answer: tokens })

const world = fc.record({
  window: fc.integer({ min: 4096, max: 32_768 }),
  system: fc.integer({ min: 1, max: 400 }),
  tools: fc.integer({ min: 0, max: 3000 }),
  exchanges: fc.array(exchange, { minLength: 1, maxLength: 12 }),
  summary: fc.constantFrom('works', 'fails', 'is empty', 'ignores its limit'),
})

const modelThat = (summary: string, asked: ModelRequest[]): LanguageModel => ({
  id: 'compatible/m',
  async *stream(request) {
    asked.push(request)
    if (summary === 'fails') throw new Error('no')
    const text =
      { 'is empty': '', 'ignores its limit': words(5000) }[summary] ?? words(request.maxOutputTokens! / 2)
    yield { type: 'text', text }
    yield { type: 'finish', reason: 'stop', usage: { input: 1, output: 1, cached: 0, reasoning: 0 } }
  },
})

test('a request is never larger than the window while a smaller form of it exists [bridge.context]', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ window, system, tools, exchanges, summary }) => {
      const asked: ModelRequest[] = []
      const spec: ToolSpec = { name: 't', description: words(tools), inputSchema: {} }
      const instructions: TurnMessage = { role: 'system', text: words(system) }
      const talk: TurnMessage[] = []
      let kept: KeptContext | null = null
      for (const { prompt, steps, answer: reply } of exchanges) {
        const shortening = createShortening({
          model: modelThat(summary, asked),
          spent: noUsage(),
          kept,
          clock: { now: () => now },
        })
        const before = asked.length
        talk.push(person(prompt))
        for (let n = 0; n <= steps.length; n++) {
          if (n > 0) talk.push(...step(n, steps[n - 1]!))
          const request = { messages: [instructions, ...talk], tools: [spec] }
          const { messages } = await ended(
            shortening.shortened(request, { window, maxTokens: Infinity }, NEVER),
          )
          assertWhole(messages, request.messages)
          const sent = conversationTokens(messages) + toolTokens([spec])
          const least = leastTokens(request.messages) + toolTokens([spec])
          assert.ok(sent <= Math.max(window, least), `${sent} of ${window}, at least ${least}`)
        }
        assert.ok(asked.length - before <= 3, 'at most three requests for summaries')
        talk.push(answer(reply))
        kept = shortening.kept
      }
      for (const request of asked)
        assert.ok(conversationTokens(request.messages) + request.maxOutputTokens! <= window)
    }),
    { numRuns: 40 },
  )
})

test('a stored summary is sent with the newest messages, even if the estimate exceeds the window [bridge.context]', async () => {
  const asked: ModelRequest[] = []
  const kept: KeptContext = { count: 0, digest: EMPTY_DIGEST, text: words(600) }
  const shortening = createShortening({
    model: modelThat('works', asked),
    spent: noUsage(),
    kept,
    clock: { now: () => now },
  })
  const spec: ToolSpec = { name: 't', description: words(4600), inputSchema: {} }
  const messages = [person(900), answer(900), person(40)]
  const bounds = { window: 5120, maxTokens: Infinity }
  const shortened = await ended(shortening.shortened({ messages, tools: [spec] }, bounds, NEVER))
  assert.deepEqual(shortened.messages.at(-1), messages.at(-1))
  assert.equal(asked.length, 0, 'no summary is paid for that has no room')
  assert.ok(conversationTokens(shortened.messages) < 300)
})

test('after a failed summary, messages of the next ten minutes are shortened without one [bridge.context]', async () => {
  for (const summary of ['fails', 'is empty']) {
    const asked: ModelRequest[] = []
    let kept: KeptContext | null = null
    const notices: (string | null)[] = []
    const next = async (at: number) => {
      const model = modelThat(at < 700_000 ? summary : 'works', asked)
      const shortening = createShortening({ model, spent: noUsage(), kept, clock: { now: () => at } })
      const messages = [person(3000), answer(3000), person(40)]
      const bounds = { window: 5120, maxTokens: Infinity }
      const before = asked.length
      notices.push((await ended(shortening.shortened({ messages, tools: [] }, bounds, NEVER))).notice)
      kept = shortening.kept
      return asked.length - before
    }
    const failing = await next(1)
    assert.ok(failing > 0)
    assert.equal(await next(2), 0, summary)
    assert.equal(await next(600_000), 0, summary)
    assert.ok((await next(700_000)) > 0)
    assert.equal(await next(700_001), 0, 'the summary is kept')
    assert.deepEqual(
      notices.map((notice) => notice !== null),
      [true, false, false, true, false],
    )
  }
})

const now = 0
const EMPTY_DIGEST = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const NEVER = new AbortController().signal
const noUsage = () => ({ input: 0, output: 0, cached: 0, reasoning: 0 })

async function ended<T>(events: AsyncGenerator<unknown, T>): Promise<T> {
  for (;;) {
    const { done, value } = await events.next()
    if (done) return value
  }
}

function leastTokens(messages: readonly TurnMessage[]): number {
  const prompt = messages.findLastIndex(({ role }) => role === 'user')
  const step = messages.slice(Math.max(prompt + 1, messages.length - 2))
  const marked = 30
  return (
    conversationTokens(messages.filter(({ role }) => role === 'system')) +
    messageTokens(messages[prompt]!) +
    marked +
    conversationTokens(trimResults(step, 0, { head: 200, tail: 100 }))
  )
}

function assertWhole(messages: readonly TurnMessage[], whole: readonly TurnMessage[]): void {
  assert.deepEqual(messages[0], whole[0])
  const prompt = whole.findLast(({ role }) => role === 'user') as { parts: readonly { text: string }[] }
  assert.ok(JSON.stringify(messages).includes(JSON.stringify(prompt.parts[0])))
  messages.forEach((message, index) => {
    if (message.role !== 'tool') return
    const call = messages[index - 1]
    assert.deepEqual(
      call?.role === 'assistant' && call.toolCalls.map(({ id }) => id),
      message.results.map(({ id }) => id),
    )
  })
}
