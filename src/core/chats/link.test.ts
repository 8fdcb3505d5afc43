import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { linkOpens, linkQuery, pageLinkQuery, type LinkPolicy } from './link.ts'

const eternal = { hubPath: '', secret: 's3cret', ttlSeconds: null }
const hourly = { hubPath: '', secret: 's3cret', ttlSeconds: 3600 }
const NOW = 1_800_000_000
const A_TXT = { segment: 'c1', filename: 'a.txt', generation: 0 }

const opens = (policy: LinkPolicy, query: string, now = NOW, path: Partial<typeof A_TXT> = {}) =>
  linkOpens(policy, { ...A_TXT, ...path, query: new URLSearchParams(query) }, now)

test('a link opens its own file, without an expiry unless links expire', () => {
  const query = linkQuery(eternal, A_TXT, NOW)
  assert.match(query, /^\?t=[\w-]{43}$/)
  assert.ok(opens(eternal, query, NOW * 2))
})

test('a link that expires opens until the second it names', () => {
  const query = linkQuery(hourly, A_TXT, NOW)
  assert.match(query, /^\?t=[\w-]{43}&e=1800003600$/)
  assert.ok(opens(hourly, query, NOW + 3599))
  assert.ok(!opens(hourly, query, NOW + 3600))
})

test('with expiring links, a link without an expiry opens nothing', () => {
  assert.ok(!opens(hourly, linkQuery(eternal, A_TXT, NOW)))
  assert.ok(opens(eternal, linkQuery(hourly, A_TXT, NOW)))
})

test('a link with any character of its query altered opens nothing', () => {
  const query = linkQuery(hourly, A_TXT, NOW)
  for (let i = query.indexOf('=') + 1; i < query.length; i++) {
    for (const other of ['A', 'b', '0', '9', '-']) {
      const altered = query.slice(0, i) + other + query.slice(i + 1)
      if (altered !== query) assert.ok(!opens(hourly, altered), altered)
    }
  }
})

test('a link with a bit of its signature altered opens nothing', () => {
  const query = linkQuery(eternal, A_TXT, NOW)
  const signature = Buffer.from(query.slice(3), 'base64url')
  for (let bit = 0; bit < signature.length * 8; bit++) {
    const altered = Buffer.from(signature)
    altered[bit >> 3]! ^= 1 << (bit & 7)
    assert.ok(!opens(eternal, `?t=${altered.toString('base64url')}`), `bit ${bit}`)
  }
})

test('a link opens no other file, no other chat and nothing under another secret', () => {
  const query = linkQuery(hourly, A_TXT, NOW)
  assert.ok(!opens(hourly, query, NOW, { segment: 'c1', filename: 'b.txt' }))
  assert.ok(!opens(hourly, query, NOW, { segment: 'c2', filename: 'a.txt' }))
  assert.ok(!opens({ ...hourly, secret: 'other' }, query))
})

test('a link of an earlier or later generation opens nothing', () => {
  for (const [made, now] of [
    [0, 1],
    [1, 0],
    [1, 2],
    [0, -1],
  ] as const)
    assert.ok(
      !opens(hourly, linkQuery(hourly, { ...A_TXT, generation: made }, NOW), NOW, { generation: now }),
    )
  assert.ok(opens(hourly, linkQuery(hourly, { ...A_TXT, generation: 3 }, NOW), NOW, { generation: 3 }))
})

test('a link for a page opens for minutes, and no longer than other links do', () => {
  for (const [policy, seconds] of [
    [eternal, 900],
    [hourly, 900],
    [{ ...hourly, ttlSeconds: 60 }, 60],
  ] as const) {
    const query = pageLinkQuery(policy, A_TXT, NOW)
    assert.ok(opens(policy, query, NOW + seconds - 1))
    assert.ok(!opens(policy, query, NOW + seconds))
  }
})

test('missing and doubled parameters open nothing', () => {
  const query = linkQuery(hourly, A_TXT, NOW)
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
  const queryOf = (segment: string, filename: string) =>
    linkQuery(eternal, { segment, filename, generation: 0 }, NOW)
  fc.assert(
    fc.property(text, text, text, text, (chatA, fileA, chatB, fileB) => {
      fc.pre(chatA.toWellFormed() === chatA && chatB.toWellFormed() === chatB)
      const same = chatA === chatB && fileA === fileB
      assert.equal(queryOf(chatA, fileA) === queryOf(chatB, fileB), same)
    }),
  )
})
