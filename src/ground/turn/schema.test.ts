import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ToolActivity, ToolEvent, TurnEvent } from './schema.ts'

const text = fc.string()
const maybe = { noNullPrototype: true }
const artifact = fc.record({ id: text, title: text, preview: text, version: fc.integer() }, maybe)
const connect = fc.record({ provider: text, name: text, journey: text }, maybe)
const activity = fc.record(
  {
    id: text,
    name: text,
    title: text,
    state: fc.constantFrom('running', 'done', 'failed'),
    input: text,
    result: text,
    ms: fc.nat(),
    error: text,
    artifact,
    connect,
  },
  { ...maybe, requiredKeys: ['id', 'name', 'title', 'state'] },
)
const usage = fc.record(
  {
    input: fc.nat(),
    output: fc.nat(),
    cached: fc.nat(),
    cacheWrite: fc.nat(),
    reasoning: fc.nat(),
    isEstimated: fc.boolean(),
    costMicroUsd: fc.nat(),
  },
  { ...maybe, requiredKeys: ['input', 'output', 'cached', 'reasoning'] },
)
const event = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'reasoning'), text }, maybe),
  activity.map((tool) => ({ type: 'tool', ...tool })),
  fc.record(
    {
      type: fc.constant('client-calls'),
      calls: fc.array(fc.record({ id: text, name: text, input: text }, maybe)),
    },
    maybe,
  ),
  fc.record(
    {
      type: fc.constant('finish'),
      reason: fc.constantFrom('stop', 'length', 'tool-calls', 'content-filter', 'aborted'),
      usage,
      model: text,
    },
    maybe,
  ),
)

test('every event is read as it was written', () => {
  fc.assert(
    fc.property(event, (event) =>
      assert.deepEqual(TurnEvent.parse(JSON.parse(JSON.stringify(event))), event),
    ),
  )
})

test('a tool’s activity is the event without its type, and has no more than a reader knows', () => {
  fc.assert(
    fc.property(activity, (activity) => {
      const { type, ...read } = ToolEvent.parse({ type: 'tool', ...activity, later: 1 })
      assert.equal(type, 'tool')
      assert.deepEqual(read, activity)
      assert.deepEqual(ToolActivity.parse({ ...activity, later: 1 }), activity)
    }),
  )
})

test('a tool’s line is read with any details; without id and state there is none', () => {
  fc.assert(
    fc.property(activity, fc.jsonValue(), (activity, junk) => {
      const { id, state } = activity
      const odd = { id, state, name: junk, title: junk, ms: junk, error: junk, artifact: junk, connect: junk }
      assert.deepEqual([ToolActivity.parse(odd).id, ToolActivity.parse(odd).state], [id, state])
      assert.equal(ToolActivity.safeParse({ ...activity, state: junk }).success, isState(junk))
      assert.equal(ToolActivity.safeParse({ ...activity, id: junk }).success, typeof junk === 'string')
    }),
  )
})

const isState = (value: unknown): boolean => ['running', 'done', 'failed'].some((state) => state === value)
