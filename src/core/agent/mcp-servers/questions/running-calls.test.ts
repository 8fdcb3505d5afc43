import assert from 'node:assert/strict'
import { AsyncResource } from 'node:async_hooks'
import { test } from 'node:test'
import { createRunningCalls, type RunningCall } from './running-calls.ts'

const callOf = (email: string | null, chatId = 'chat'): RunningCall => ({
  email,
  chatId,
  ask: async () => ({ action: 'unattended' }),
  notes: [],
})

test('a question without context belongs to the only person with running calls, else to no call [agent.mcp.questions]', async () => {
  const calls = createRunningCalls()
  const outside = () => calls.asking()
  assert.deepEqual(outside(), [])
  const ends: (() => void)[] = []
  const begin = (call: RunningCall) => calls.run(call, () => new Promise<void>((end) => ends.push(end)))
  const ada = callOf('ada@example.com')
  const again = callOf('ada@example.com')
  const running = [begin(ada)]
  assert.deepEqual(outside(), [ada])
  running.push(begin(again))
  assert.deepEqual(outside(), [again])
  const elsewhere = callOf('ada@example.com', 'another chat')
  running.push(begin(elsewhere))
  assert.deepEqual(outside(), [ada, again, elsewhere])
  ends.forEach((end) => end())
  await Promise.all(running)
  const nameless = [begin(callOf(null)), begin(callOf(null))]
  assert.equal(outside().length, 2)
  ends.forEach((end) => end())
  await Promise.all(nameless)
})

test('a question in the context of a call belongs to that call, as long as it runs [agent.mcp.questions]', async () => {
  const calls = createRunningCalls()
  const [ada, bob] = [callOf('ada@example.com'), callOf('bob@example.com')]
  let later: () => unknown = () => {}
  const asked = await Promise.all(
    [ada, bob].map((call) =>
      calls.run(call, async () => {
        await Promise.resolve()
        later = AsyncResource.bind(() => calls.asking())
        return calls.asking()
      }),
    ),
  )
  assert.deepEqual(asked, [[ada], [bob]])
  assert.deepEqual(later(), [], 'a call that has ended asks nothing')
})
