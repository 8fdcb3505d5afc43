import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryAccount } from './memory-account.ts'

const MB = 1024 ** 2

function world() {
  const memory = { kept: 0, garbage: 0, now: 0, collections: 0 }
  const account = createMemoryAccount({
    used: () => memory.kept + memory.garbage,
    now: () => memory.now,
    collect() {
      memory.garbage = 0
      memory.now += 5
      memory.collections++
    },
  })
  const call = (folder: string, { kept = 0, garbage = 0, within = () => {} }) => {
    account.recordCodeState(folder, true)
    memory.kept += kept
    memory.garbage += garbage
    within()
    account.recordCodeState(folder, false)
    memory.now += 1000
  }
  return { memory, account, call }
}

test('who keeps a little with each call is found once memory gets scarce, whatever others throw away [supervisor.memory-culprit]', () => {
  const { account, call } = world()
  account.setScarce(true)
  for (let round = 0; round < 50; round++) {
    call('leaks', { kept: MB, garbage: MB })
    call('wastes', { garbage: 60 * MB })
  }
  assert.deepEqual(account.retainedBytes(), [['leaks', 50 * MB]])
})

test('much at once counts at any time, and what was only garbage does not [supervisor.memory-culprit]', () => {
  const { account, call, memory } = world()
  call('wastes', { garbage: 500 * MB })
  call('hoards', { kept: 500 * MB })
  call('modest', { kept: MB })
  assert.deepEqual(account.retainedBytes(), [['hoards', 500 * MB]])
  assert.equal(memory.collections, 2)
})

test('those who work side by side answer in equal parts, and who alone goes on answers for the rest [supervisor.memory-culprit]', () => {
  const { account, call } = world()
  account.setScarce(true)
  for (let round = 0; round < 20; round++) {
    call('leaks', { kept: MB, within: () => call('busy', {}) })
    call('leaks', { kept: MB })
  }
  const kept = new Map(account.retainedBytes())
  assert.ok(kept.get('leaks')! > 2 * (kept.get('busy') ?? 0))
})

test('what grows while nobody’s code runs is nobody’s, and collecting takes a tenth of the time at most [supervisor.memory-culprit]', () => {
  const { account, call, memory } = world()
  account.setScarce(true)
  for (let round = 0; round < 10; round++) {
    memory.kept += MB
    call('busy', {})
  }
  assert.deepEqual(account.retainedBytes(), [])
  const before = memory.collections
  for (let edge = 0; edge < 100; edge++) account.recordCodeState('busy', edge % 2 === 0)
  assert.equal(memory.collections, before + 2)
})
