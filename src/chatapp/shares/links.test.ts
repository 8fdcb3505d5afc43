import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { linkedFiles, settledLength, withoutLinks } from './links.ts'

const scope = { shareId: 's1', chatId: 'c1' }

test('links to files of the chat lead through the share, those of other chats open nothing [shares.files]', () => {
  for (const [text, told] of [
    ['See [plan](/artifacts/c1/plan%20a.md?t=xyz&e=9).', 'See [plan](/api/v1/shares/s1/saved/plan%20a.md).'],
    ['https://hub.example/b/garden/artifacts/c1~0a1b2c3d/x.csv?t=xyz', '/api/v1/shares/s1/saved/x.csv'],
    ['/artifacts/c1/$&.md?t=1', '/api/v1/shares/s1/saved/$&.md'],
    ['<a href="/artifacts/other/x.csv?t=xyz">', '<a href="/artifacts/other/x.csv">'],
    ['/artifacts/c12/x.csv?e=1&t=xyz end', '/artifacts/c12/x.csv end'],
    ['and/or: 3/4?', 'and/or: 3/4?'],
  ] as const)
    assert.equal(withoutLinks(text, scope), told)
  assert.deepEqual(linkedFiles('/artifacts/c1/a%20b.md?t=1 /artifacts/c2/c.md?t=1', 'c1'), ['a b.md'])
  assert.deepEqual(linkedFiles('/artifacts/c1/%zz?t=1', 'c1'), [])
})

test('a text that grows in any pieces is told as the whole, and no piece of a link with it [shares.files]', () => {
  const part = fc.oneof(
    fc.constantFrom(
      ' ',
      '\n',
      '(',
      ')',
      'https:',
      '//hub',
      '/artifacts/',
      'c1',
      '/a.md',
      '?t=',
      'SECRET',
      'x',
      '苗',
    ),
    fc.string({ maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      let held = ''
      let told = ''
      for (const piece of parts) {
        held += piece
        const settled = settledLength(held)
        told += withoutLinks(held.slice(0, settled), scope)
        held = held.slice(settled)
        assert.doesNotMatch(told, /\/artifacts\/c1\/a\.md\?t=/)
      }
      const whole = parts.join('')
      if (!/\w:\/\//.test(whole)) assert.equal(told + withoutLinks(held, scope), withoutLinks(whole, scope))
    }),
    { numRuns: 2000 },
  )
})
