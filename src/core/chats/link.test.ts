import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { linkOpens, linkQuery } from './link.ts'

const eternal = { hubPath: '', secret: 's3cret', ttlSeconds: null }
const hourly = { hubPath: '', secret: 's3cret', ttlSeconds: 3600 }
const NOW = 1_800_000_000

const opens = (
  policy: typeof eternal | typeof hourly,
  query: string,
  now = NOW,
  path = { segment: 'c1', filename: 'a.txt' },
) => linkOpens(policy, { ...path, query: new URLSearchParams(query) }, now)

test('a link opens the file it was made for, without an end unless links expire', () => {
  const query = linkQuery(eternal, 'c1', 'a.txt', NOW)
  assert.match(query, /^\?t=[\w-]{43}$/)
  assert.ok(opens(eternal, query, NOW * 2))
})

test('a link that expires opens until the second it names', () => {
  const query = linkQuery(hourly, 'c1', 'a.txt', NOW)
  assert.match(query, /^\?t=[\w-]{43}&e=1800003600$/)
  assert.ok(opens(hourly, query, NOW + 3599))
  assert.ok(!opens(hourly, query, NOW + 3600))
})

test('where links expire, one without an expiry opens nothing', () => {
  assert.ok(!opens(hourly, linkQuery(eternal, 'c1', 'a.txt', NOW)))
  assert.ok(opens(eternal, linkQuery(hourly, 'c1', 'a.txt', NOW)))
})

test('a link with any character of its query altered opens nothing', () => {
  const query = linkQuery(hourly, 'c1', 'a.txt', NOW)
  for (let i = query.indexOf('=') + 1; i < query.length; i++) {
    for (const other of ['A', 'b', '0', '9', '-']) {
      const altered = query.slice(0, i) + other + query.slice(i + 1)
      if (altered !== query) assert.ok(!opens(hourly, altered), altered)
    }
  }
})

test('a link with a bit of its signature altered opens nothing', () => {
  const query = linkQuery(eternal, 'c1', 'a.txt', NOW)
  const signature = Buffer.from(query.slice(3), 'base64url')
  for (let bit = 0; bit < signature.length * 8; bit++) {
    const altered = Buffer.from(signature)
    altered[bit >> 3]! ^= 1 << (bit & 7)
    assert.ok(!opens(eternal, `?t=${altered.toString('base64url')}`), `bit ${bit}`)
  }
})

test('a link opens no other file, no other chat and nothing under another secret', () => {
  const query = linkQuery(hourly, 'c1', 'a.txt', NOW)
  assert.ok(!opens(hourly, query, NOW, { segment: 'c1', filename: 'b.txt' }))
  assert.ok(!opens(hourly, query, NOW, { segment: 'c2', filename: 'a.txt' }))
  assert.ok(!opens({ ...hourly, secret: 'other' }, query))
})

test('missing and doubled parameters open nothing', () => {
  const query = linkQuery(hourly, 'c1', 'a.txt', NOW)
  const { t, e } = Object.fromEntries(new URLSearchParams(query))
  for (const bad of [
    '',
    `?t=${t}`,
    `?e=${e}`,
    `${query}&t=${t}`,
    `${query}&e=${e}`,
    `?t=${t}&e=`,
    `?t=${t}&e=+${e}`,
    `?t=${t}&e=0${e}`,
  ])
    assert.ok(!opens(hourly, bad), bad)
  assert.ok(opens(hourly, `${query}&utm_source=mail`))
})

test('no pair of different files shares a signature', () => {
  const text = fc.string({ unit: 'binary', maxLength: 12 })
  fc.assert(
    fc.property(text, text, text, text, (chatA, fileA, chatB, fileB) => {
      fc.pre(chatA.toWellFormed() === chatA && chatB.toWellFormed() === chatB)
      const same = chatA === chatB && fileA === fileB
      assert.equal(linkQuery(eternal, chatA, fileA, NOW) === linkQuery(eternal, chatB, fileB, NOW), same)
    }),
  )
})
