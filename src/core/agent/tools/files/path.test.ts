import assert from 'node:assert/strict'
import { join, resolve, sep } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { isVisibleBelow } from './locate.ts'
import { parsePath, shownPath } from './path.ts'

const READ: [path: string, shown: string][] = [
  ['handbook.md', 'files/handbook.md'],
  ['files/handbook.md', 'files/handbook.md'],
  ['files/files/x', 'files/files/x'],
  ['chat/report.csv', 'chat/report.csv'],
  ['chat', 'chat'],
  ['./a//b/', 'files/a/b'],
  ['', 'files'],
  ['a..b/c', 'files/a..b/c'],
]

for (const [path, shown] of READ)
  test(`the path “${path}” is read as ${shown}`, () => {
    const parsed = parsePath(path)
    assert.ok(parsed.ok)
    assert.equal(shownPath(parsed.value), shown)
  })

const REFUSED = [
  '/etc/passwd',
  '..',
  '../agent.md',
  'chat/../../agent.md',
  'a/..',
  'C:\\x',
  'c:/x',
  'a\\..\\b',
  'a\0b',
]
const HIDDEN = ['.env', 'files/.git/config', 'chat/.secret', 'a/.b/c', '..env']

for (const path of [...REFUSED, ...HIDDEN])
  test(`the path ${JSON.stringify(path)} is refused [agent.files.confined]`, () => {
    assert.equal(parsePath(path).ok, false)
  })

const hostile = fc.array(
  fc.oneof(
    fc.constantFrom('..', '.', '/', '//', '\\', 'files', 'chat', '.env', '~', '%2e%2e', '\0', '…'),
    fc.string(),
  ),
  { maxLength: 8 },
)

test('no accepted path leaves its area [agent.files.confined]', () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom('/', ''), (parts, glue) => {
      const parsed = parsePath(parts.join(glue))
      if (!parsed.ok) return
      const { segments } = parsed.value
      const root = join(sep, 'hub', 'files')
      const target = resolve(root, ...segments)
      assert.ok(target === root || target.startsWith(root + sep), target)
      assert.ok(segments.every((name) => name !== '' && !name.startsWith('.') && !/[/\\\0]/.test(name)))
      assert.ok(isVisibleBelow(root, target))
    }),
    { numRuns: 2000 },
  )
})

test('a shown path reads back as itself', () => {
  fc.assert(
    fc.property(hostile, (parts) => {
      const parsed = parsePath(parts.join('/'))
      if (parsed.ok) assert.deepEqual(parsePath(shownPath(parsed.value)), parsed)
    }),
  )
})
