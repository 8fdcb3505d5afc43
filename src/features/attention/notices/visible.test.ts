import assert from 'node:assert/strict'
import { test } from 'node:test'
import { item } from '../item.ts'
import type { NoticedItem } from './plan.ts'
import { stillVisible } from './visible.ts'

const failed = item({ kind: 'run_failed', level: 'failure', hub: 'garden', subject: 'md:water' })
const signUps = item({ kind: 'sign_ups', level: 'decision', count: 2 })
const manager = { email: 'gus@example.com', userId: 'u', isOrganizationAdmin: false, manages: ['garden'] }

test('a stored notice is reduced to what the person sees now, with current facts [notices.access]', () => {
  const noticed: NoticedItem[] = [
    { cause: 'new', item: failed },
    { cause: 'new', item: signUps },
  ]
  const current = [{ ...failed, count: 3 }]
  assert.deepEqual(stillVisible(noticed, { reader: manager, current }), [
    { cause: 'new', item: { ...failed, count: 3 } },
  ])
  assert.deepEqual(stillVisible(noticed, { reader: manager, current: [] }), [])
})

test('a solved item is sent only to people who would see it, and not if it has returned [notices.access]', () => {
  const solved: NoticedItem[] = [failed, signUps].map((one) => ({ cause: 'solved', item: one }))
  assert.deepEqual(stillVisible(solved, { reader: manager, current: [] }), [
    { cause: 'solved', item: failed },
  ])
  const other = { ...manager, manages: ['kitchen'], isOrganizationAdmin: true }
  assert.deepEqual(stillVisible(solved, { reader: other, current: [] }), [{ cause: 'solved', item: signUps }])
  assert.deepEqual(stillVisible(solved, { reader: manager, current: [failed] }), [])
})
