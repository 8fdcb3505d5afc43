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

test('a Hub that keeps a little memory with each call is found when memory is scarce, despite the garbage of others [supervisor.memory-culprit]', () => {
  const { account, call } = world()
  account.setScarce(true)
  for (let round = 0; round < 50; round++) {
    call('leaks', { kept: MB, garbage: MB })
    call('wastes', { garbage: 60 * MB })
  }
  assert.deepEqual(account.retainedBytes(), [['leaks', 50 * MB]])
})

test('much memory at once counts at any time, and garbage does not [supervisor.memory-culprit]', () => {
  const { account, call, memory } = world()
  call('wastes', { garbage: 500 * MB })
  call('hoards', { kept: 500 * MB })
  call('modest', { kept: MB })
  assert.deepEqual(account.retainedBytes(), [['hoards', 500 * MB]])
  assert.equal(memory.collections, 2)
})

test('concurrent Hubs share the growth equally, and a Hub that runs alone accounts for its growth [supervisor.memory-culprit]', () => {
  const { account, call } = world()
  account.setScarce(true)
  for (let round = 0; round < 20; round++) {
    call('leaks', { kept: MB, within: () => call('busy', {}) })
    call('leaks', { kept: MB })
  }
  const kept = new Map(account.retainedBytes())
  assert.ok(kept.get('leaks')! > 2 * (kept.get('busy') ?? 0))
})

test('growth while no Hub’s code runs counts for no Hub, and collections take a tenth of the time at most [supervisor.memory-culprit]', () => {
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
