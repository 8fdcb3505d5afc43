import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBookmarks } from './bookmarks.ts'

test('a page begins at the nearest place that is known before it', () => {
  const bookmarks = createBookmarks()
  const total = 900
  for (const offset of [200, 600, 400])
    bookmarks.remember('garden', '1', { total, ends: [{ subject: `p${offset}@x.org`, offset }] })
  assert.equal(bookmarks.total('garden', '1'), 900)
  assert.equal(bookmarks.before('garden', '1', 199), undefined)
  assert.deepEqual(bookmarks.before('garden', '1', 599), { subject: 'p400@x.org', offset: 400 })
  assert.deepEqual(bookmarks.before('garden', '1', 600), { subject: 'p600@x.org', offset: 600 })
  assert.equal(bookmarks.before('kitchen', '1', 600), undefined)
})

test('a changed policy invalidates all bookmarks of a list', () => {
  const bookmarks = createBookmarks()
  bookmarks.remember('garden', '1', { total: 900, ends: [{ subject: 'p200@x.org', offset: 200 }] })
  assert.equal(bookmarks.total('garden', '2'), undefined)
  assert.equal(bookmarks.before('garden', '2', 500), undefined)
  bookmarks.remember('garden', '2', { total: 901, ends: [] })
  assert.equal(bookmarks.total('garden', '2'), 901)
  assert.equal(bookmarks.before('garden', '2', 500), undefined)
})

test('only so many lists and pages are kept', () => {
  const bookmarks = createBookmarks()
  for (let n = 1; n <= 501; n++)
    bookmarks.remember('garden', '1', { total: 9000, ends: [{ subject: `p${n}@x.org`, offset: n }] })
  assert.equal(bookmarks.before('garden', '1', 1), undefined)
  for (let n = 0; n < 200; n++) bookmarks.remember(`hub-${n}`, '1', { total: 1, ends: [] })
  assert.equal(bookmarks.total('garden', '1'), undefined)
  assert.equal(bookmarks.total('hub-0', '1'), 1)
})
