import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wellFormedJson } from '#ground/base/json/well-formed.ts'
import type { TurnMessage } from '../model.ts'
import { fieldsOf } from './body.ts'
import { shapeMessages } from './shape.ts'

interface WireMessage {
  role: string
  content: string | object[]
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

const MODEL = { id: 'compatible/m', name: 'm', acceptedMediaTypes: new Set(['image/png']) }

const sent = (...messages: TurnMessage[]): WireMessage[] =>
  (
    JSON.parse(wellFormedJson(JSON.stringify(fieldsOf(MODEL, { messages, tools: [] })))) as {
      messages: WireMessage[]
    }
  ).messages

const system = (text: string): TurnMessage => ({ role: 'system', text })
const user = (...texts: string[]): TurnMessage => ({
  role: 'user',
  parts: texts.map((text) => ({ type: 'text', text })),
})
const answerOf = (text: string, ...ids: string[]): TurnMessage => ({
  role: 'assistant',
  text,
  toolCalls: ids.map((id) => ({ id, name: 'look', input: '{}' })),
})
const got = (...ids: string[]): TurnMessage => ({
  role: 'tool',
  results: ids.map((id) => ({ id, name: 'look', text: `found ${id}`, failed: false })),
})
const picture: TurnMessage = {
  role: 'user',
  parts: [{ type: 'file', mediaType: 'image/png', data: new Uint8Array([1]) }],
}

const text = fc.constantFrom('', ' ', 'Hello.', 'Why?', 'Cut \ud83d', 'a\n\nb')
const ids = fc.array(fc.constantFrom('', 'call_1', 'call_2', 'functions.look:0', 'a'.repeat(40)), {
  maxLength: 3,
})
const anyMessage: fc.Arbitrary<TurnMessage> = fc.oneof(
  text.map(system),
  fc.array(text, { maxLength: 3 }).map((texts) => user(...texts)),
  fc.constant(picture),
  fc.tuple(text, ids).map(([words, calls]) => answerOf(words, ...calls)),
  fc.tuple(text, ids).map(([words, calls]) => ({
    ...answerOf(words, ...calls),
    replay: { modelId: MODEL.id, thoughts: { reasoning_content: 'Hm.' }, extras: {} },
  })),
  ids.map((results) => got(...results)),
)
const anyTalk = fc.array(anyMessage, { maxLength: 12 })

test('for any messages, the roles are in the order that every chat template accepts', () => {
  fc.assert(
    fc.property(anyTalk, (messages) => {
      const made = sent(...messages)
      const [first, ...rest] = made
      const talk = first?.role === 'system' ? rest : made
      assert.equal(talk[0]?.role, 'user')
      for (const [at, message] of talk.entries()) {
        const before = talk[at - 1]
        const calls = message.tool_calls ?? []
        if (message.role === 'user') assert.ok(!before || (before.role === 'assistant' && !before.tool_calls))
        if (message.role === 'assistant') {
          assert.notEqual(before?.role, 'assistant')
          assert.ok(calls.length === 1 || (message.tool_calls === undefined && message.content !== ''))
          assert.equal(typeof message.content, 'string')
          if (calls.length === 1) assert.equal(talk[at + 1]?.tool_call_id, calls[0]!.id)
        }
        if (message.role === 'tool') assert.equal(message.tool_call_id, before?.tool_calls?.[0]?.id)
      }
      assert.ok(talk.at(-1)!.role !== 'assistant')
    }),
  )
})

test('all instructions are in the first message, in their order', () => {
  fc.assert(
    fc.property(anyTalk, (messages) => {
      const made = sent(...messages)
      const rules = messages.flatMap((message) =>
        message.role === 'system' && message.text.trim() ? [message.text.toWellFormed()] : [],
      )
      const heads = made.filter(({ role }) => role === 'system')
      assert.deepEqual(
        heads.map(({ content }) => content),
        rules.length > 0 ? [rules.join('\n\n')] : [],
      )
      if (rules.length > 0) assert.equal(made[0]!.role, 'system')
    }),
  )
})

test('ids have nine letters or digits, each of one call', () => {
  fc.assert(
    fc.property(anyTalk, (messages) => {
      const called = sent(...messages).flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id))
      for (const id of called) assert.match(id, /^[a-zA-Z0-9]{9}$/)
      assert.equal(new Set(called).size, called.length)
    }),
  )
})

test('no text, call or result is lost', () => {
  fc.assert(
    fc.property(anyTalk, (messages) => {
      const json = JSON.stringify(sent(...messages))
      const count = (pattern: RegExp) => json.match(pattern)?.length ?? 0
      const results = messages.flatMap((message) => (message.role === 'tool' ? message.results : []))
      const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []))
      assert.equal(count(/found /g), results.length)
      assert.equal(count(/"name":"look"/g), calls.length)
      for (const message of messages)
        if (message.role === 'user')
          for (const part of message.parts)
            if (part.type === 'text')
              assert.ok(json.includes(JSON.stringify(part.text.toWellFormed()).slice(1, -1)))
    }),
  )
})

test('a request begins with the request before it, byte for byte, while a conversation grows', () => {
  const word = fc.constantFrom('Hello.', 'Why?', 'Look.')
  const step = fc.tuple(fc.constantFrom('', 'I look.'), fc.integer({ min: 1, max: 3 }), fc.boolean())
  const turn = fc.record({ asked: word, steps: fc.array(step, { maxLength: 3 }), answer: word })
  const start = fc.constantFrom<TurnMessage[][]>(
    [],
    [answerOf('A run has ended.')],
    [system('Quotes.'), answerOf('', 'x'), got('x')],
  )
  fc.assert(
    fc.property(start, fc.array(turn, { minLength: 1, maxLength: 4 }), (begin, turns) => {
      const talk: TurnMessage[] = [system('Be brief.'), ...begin]
      const requests: string[] = []
      let before = ''
      const request = () => {
        const now = JSON.stringify(sent(...talk)).slice(0, -1)
        requests.push(now)
        assert.ok(now.startsWith(before), `${before}\n${now}`)
        before = now
      }
      for (const { asked, steps, answer } of turns) {
        talk.push(user(asked))
        request()
        for (const [words, count, reversed] of steps) {
          const calls = Array.from({ length: count }, (_, at) => `call_${at}`) // each response numbers its calls from 0
          talk.push(answerOf(words, ...calls), got(...(reversed ? calls.toReversed() : calls)))
          request()
        }
        talk.push(answerOf(answer))
      }
    }),
  )
})

test('several calls become steps, text and thoughts with the first', () => {
  const thoughts = { reasoning_content: 'Hm.' }
  const answer = { ...answerOf('I look.', 'a', 'b'), replay: { modelId: MODEL.id, thoughts, extras: {} } }
  assert.deepEqual(sent(user('Look.'), answer, got('b', 'a')).slice(1), [
    {
      role: 'assistant',
      content: 'I look.',
      reasoning_content: 'Hm.',
      tool_calls: [{ id: 'call00000', type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'call00000', content: 'found a' },
    {
      role: 'assistant',
      content: '',
      reasoning_content: ' ',
      tool_calls: [{ id: 'call00001', type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'call00001', content: 'found b' },
  ])
})

test('calls that the server signed stay in one answer, each with its signature', () => {
  const extras = { a: { extra_content: { signature: 's' } } }
  const answer = { ...answerOf('', 'a', 'b'), replay: { modelId: MODEL.id, thoughts: {}, extras } }
  const [, signed, ...results] = sent(user('Look.'), answer, got('a', 'b'))
  assert.deepEqual(
    signed!.tool_calls!.map((call) => [call.id, 'extra_content' in call]),
    [
      ['call00000', true],
      ['call00001', false],
    ],
  )
  assert.deepEqual(
    results.map(({ tool_call_id: id, content }) => [id, content]),
    [
      ['call00000', 'found a'],
      ['call00001', 'found b'],
    ],
  )
})

test('thoughts in a form that a server signs keep their answer whole', () => {
  const thoughts = { reasoning_details: [{ type: 'reasoning.encrypted', data: 's' }] }
  const answer = { ...answerOf('', 'a', 'b'), replay: { modelId: MODEL.id, thoughts, extras: {} } }
  const [, whole, ...results] = sent(user('Look.'), answer, got('a', 'b'))
  assert.equal(whole!.tool_calls!.length, 2)
  assert.deepEqual(whole, { ...whole, ...thoughts })
  assert.equal(results.length, 2)
})

test('texts of one message are one string; beside a picture the content is a list', () => {
  assert.deepEqual(
    sent(user('One', 'Two'), user('Three')).map(({ content }) => content),
    ['One\nTwo\n\nThree'],
  )
  const [{ content } = {}] = sent(user('One', 'Two'), picture, user('Three'))
  assert.deepEqual(
    (content as { type: string; text?: string }[]).map((part) => part.text ?? part.type),
    ['One\nTwo', 'image_url', 'Three'],
  )
})

test('nothing of the given messages is changed', () => {
  fc.assert(
    fc.property(anyTalk, (messages) => {
      const before = structuredClone(messages)
      shapeMessages(MODEL, messages)
      assert.deepEqual(messages, before)
    }),
  )
})

test('thousands of neighbours of one role are joined in one step', () => {
  const line = 'a line of some length. '.repeat(20)
  const messages = Array.from({ length: 20_000 }, () => user(line))
  const parts: TurnMessage = {
    role: 'user',
    parts: Array.from({ length: 20_000 }, () => ({ type: 'text', text: line })),
  }
  const [message, ...others] = sent(...messages, parts)
  assert.equal(others.length, 0)
  assert.equal(message!.content.length, 40_000 * line.length + 20_000 * 2 + 19_999)
})
