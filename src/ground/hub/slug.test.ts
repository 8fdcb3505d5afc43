import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isSlug, slugOf } from './slug.ts'

test('a slug is the folder name in lower case, runs of other characters as one dash [hub.slug]', () => {
  assert.equal(slugOf('garden'), 'garden')
  assert.equal(slugOf('Garden Team'), 'garden-team')
  assert.equal(slugOf('garden__team -- 2'), 'garden-team-2')
  assert.equal(slugOf('Sales (EMEA)'), 'sales-emea-')
  assert.equal(slugOf('.hidden'), '-hidden')
  assert.equal(slugOf('Größe'), 'größe')
  assert.equal(slugOf('Zoe\u0308'), 'zoë')
  assert.equal(slugOf('菜園 1'), '菜園-1')
})

test('a slug contains only lowercase letters, digits and single dashes [hub.slug]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const slug = slugOf(name)
      assert.match(slug, /^[\p{L}\p{N}-]*$/u)
      assert.doesNotMatch(slug, /--/)
      assert.equal(slug, slug.toLowerCase())
    }),
    { numRuns: 1000 },
  )
})

test('the slug of a slug is itself [hub.slug]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      assert.equal(slugOf(slugOf(name)), slugOf(name))
    }),
    { numRuns: 1000 },
  )
})

test('every slug that a folder can have is a slug, and nothing else is [hub.slug-set]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
      assert.ok(isSlug(slugOf(name)))
      assert.equal(isSlug(name), slugOf(name) === name)
    }),
    { numRuns: 1000 },
  )
  for (const text of ['', 'Garden', 'a b', 'a--b', 'a_b', 'zoe\u0308'])
    assert.equal(isSlug(text), false, text)
})
