import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIdenticalCalls } from './identical-calls.ts'

const call = (input: string, name = 'look') => ({ id: 'c', name, input })

test('the sixth identical call is refused, the ninth is hopeless; other inputs are other calls [agent.loop.calls]', () => {
  const repeats = createIdenticalCalls()
  const inputs = ['{"a":1,"b":2}', '{"b":2,"a":1}', ' {"a":1, "b":2}']
  const refusals = Array.from({ length: 8 }, (_, n) => repeats.refusalOf(call(inputs[n % 3]!)))
  assert.deepEqual(
    refusals.map((refusal) => refusal !== null),
    [false, false, false, false, false, true, true, true],
  )
  assert.match(refusals[5]!, /look 5 times with the same input/)
  assert.equal(repeats.endlesslyCalledTool(), null)
  assert.equal(repeats.refusalOf(call('{"a":1}')), null)
  assert.equal(repeats.refusalOf(call(inputs[0]!, 'other')), null)
  repeats.refusalOf(call(inputs[0]!))
  assert.equal(repeats.endlesslyCalledTool(), 'look')
})
