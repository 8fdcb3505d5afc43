import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TurnEvent } from '#ground/turn/schema.ts'
import { createLoopGuard } from './loop-guard.ts'
import type { AgentTurn } from './turn.ts'

const turnOf = (prompt: string, email: string | null = 'ada@x.org') =>
  ({
    caller: { email, surface: 'api', groups: [] },
    messages: [{ role: 'user', parts: [{ type: 'text', text: prompt }] }],
  }) as unknown as AgentTurn
async function* withTool(): AsyncGenerator<TurnEvent> {
  yield { type: 'tool', id: '1', name: 'ask', state: 'running', title: 'Ask' }
}
async function* withoutTool(): AsyncGenerator<TurnEvent> {
  yield { type: 'text', text: 'hi' }
}

const isLoop = { code: 'loop_detected' }
const setUp = (perMinute: number) => {
  let now = 1_000_000
  const guard = createLoopGuard({ clock: { now: () => now }, perMinute })
  const run = async (turn: AgentTurn, events = withTool()) => {
    for await (const _ of guard.watch(turn, events));
  }
  return { guard, run, later: (ms: number) => (now += ms) }
}

test('turns of one caller and prompt that call tools are refused after the limit, for a minute [agent.loop.turns]', async () => {
  const { run, later } = setUp(3)
  for (let n = 0; n < 3; n++) await run(turnOf('go'))
  await assert.rejects(run(turnOf('go')), isLoop)
  await run(turnOf('go on'))
  await run(turnOf('go', 'bob@x.org'))
  later(60_000)
  await run(turnOf('go'))
})

test('turns without tools start nothing and never count [agent.loop.turns]', async () => {
  const { run } = setUp(3)
  for (let n = 0; n < 50; n++) await run(turnOf('hi'), withoutTool())
})

test('a turn within eight others is refused before the limit per minute, for every caller [agent.loop.turns]', async () => {
  const { run } = setUp(1000)
  for (let depth = 0; depth < 8; depth++) await run({ ...turnOf('go'), depth })
  await assert.rejects(run({ ...turnOf('go', null), depth: 8 }), isLoop)
})

test('concurrent equal turns are not nested, and callers without a name are distinguished [agent.loop.turns]', async () => {
  const { guard, run } = setUp(20)
  const open = Array.from({ length: 12 }, () => guard.watch(turnOf('go'), withTool())[Symbol.asyncIterator]())
  for (const turn of open) await turn.next()
  for (let n = 0; n < 60; n++) await run({ ...turnOf('go', null), chatId: `chat ${n % 3}` })
  await assert.rejects(run({ ...turnOf('go', null), chatId: 'chat 0' }), isLoop)
})

test('a limit of 0 means no limit [agent.loop.turns]', async () => {
  const { run } = setUp(0)
  for (let n = 0; n < 100; n++) await run(turnOf('go'))
})
