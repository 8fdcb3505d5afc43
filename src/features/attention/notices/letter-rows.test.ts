import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticedIn, type LetterRow } from './letter-rows.ts'

test('an item that another release stored is left out of a letter, and the others stay', () => {
  const item = {
    kind: 'hub_away',
    level: 'failure',
    hub: 'garden',
    subject: null,
    subject_id: null,
    count: 1,
    since: null,
    detail: null,
    budget: null,
  }
  const items = JSON.stringify([
    { cause: 'new', item: { ...item, kind: 'of_a_later_release' } },
    { cause: 'new', item },
    null,
  ])
  assert.deepEqual(noticedIn({ items } as LetterRow), [{ cause: 'new', item }])
})
