import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editedTitle, editedSummary } from './edited-title.ts'

test('the title of an edited call has the edited values in place of the earlier ones [changes.edited-title]', () => {
  const call = {
    title: 'Order seeds: 5 tomatoes (C++)',
    input: { what: 'tomatoes', amount: 5, for: 'C++', note: '' },
  }
  assert.equal(
    editedTitle(call, { what: 'potatoes', amount: 15, for: 'C++', note: 'soon' }),
    'Order seeds: 15 potatoes (C++)',
  )
  assert.equal(editedTitle(call, { what: 'tomatoes', amount: 5, for: '$&' }), 'Order seeds: 5 tomatoes ($&)')
  const inside = { title: 'Order 15 tomatoes', input: { amount: 5, what: 'tom' } }
  assert.equal(editedTitle(inside, { amount: 7, what: 'x' }), 'Order 15 tomatoes', 'only whole words')
  assert.equal(editedTitle({ input: { amount: 5 } }, { amount: 7 }), '')
  assert.equal(editedSummary('order_seeds', 'Order seeds'), 'Order seeds (edited arguments)')
  assert.equal(editedSummary('order_seeds', ''), 'Run order_seeds with edited arguments')
})
