import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kernelSecondsBetween, processTimesBetween, type ProcessTime } from '../../bench/support/processor.ts'

const taken = (name: string, seconds: number, isKernel = true): ProcessTime => ({ name, seconds, isKernel })

test('an ending kernel thread does not reduce the work of others', () => {
  const before = new Map([
    ['7', taken('kworker/0:1', 90)],
    ['8', taken('jbd2', 5)],
    ['9', taken('node', 1, false)],
  ])
  const after = new Map([
    ['8', taken('jbd2', 7)],
    ['9', taken('node', 4, false)],
    ['10', taken('kworker/1:1', 1)],
  ])
  assert.equal(kernelSecondsBetween(before, after), 3)
  assert.deepEqual(
    processTimesBetween(before, after).map(({ pid, name, seconds }) => [pid, name, seconds]),
    [
      [9, 'node', 3],
      [8, 'jbd2', 2],
      [10, 'kworker/1:1', 1],
    ],
  )
})
