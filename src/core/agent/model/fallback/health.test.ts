import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ModelFailure } from '../model.ts'
import { createModelHealth } from './health.ts'

test('after a change of the files, no model counts as failing, and listeners learn it once [models.health]', () => {
  const health = createModelHealth({ clock: { now: () => 0 } })
  const model = { id: 'compatible/first', address: 'http://127.0.0.1:1' }
  let changes = 0
  health.onChange(() => changes++)
  health.forget()
  assert.equal(changes, 0)
  health.begin(model).failed(new ModelFailure('unavailable', 'gone', { status: 503 }))
  assert.deepEqual([health.isUnhealthy(model), changes], [true, 1])
  health.forget()
  assert.deepEqual([health.isUnhealthy(model), health.unhealthy(), changes], [false, [], 2])
})
