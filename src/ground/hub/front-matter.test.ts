import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { accepted, refused } from '#ground/base/result.ts'
import { splitFrontMatter } from './front-matter.ts'

test('a file without front matter is all body [hub.front-matter]', () => {
  for (const text of ['Be kind.', ' ---\nname: x\n---\n', 'Be kind.\n---\nname: x\n---'])
    assert.deepEqual(splitFrontMatter(text), accepted({ yaml: '', firstLine: 1, body: text.trim() }))
})

test('front matter ends at the next line of dashes or dots [hub.front-matter]', () => {
  const split = accepted({ yaml: 'name: x', firstLine: 2, body: 'Be kind.\n---\nAlways.' })
  assert.deepEqual(splitFrontMatter('---\nname: x\n---\n\nBe kind.\n---\nAlways.\n'), split)
  assert.deepEqual(splitFrontMatter('\uFEFF--- \r\nname: x\r\n...\r\nBe kind.\r\n---\r\nAlways.'), split)
})

test('front matter of another language is text like any other [hub.front-matter]', () => {
  const text = '---js\n{ name: process.exit(1) }\n---\n'
  assert.deepEqual(splitFrontMatter(text), accepted({ yaml: '', firstLine: 1, body: text.trim() }))
})

test('front matter that never ends is refused at its first line [hub.front-matter]', () => {
  const message = 'the front matter is not closed: a line of --- is missing'
  assert.deepEqual(splitFrontMatter('---\nname: x\nBe kind.'), refused({ line: 1, message }))
})

test('any text is split or refused, and no body line is lost [hub.front-matter]', () => {
  const line = fc.constantFrom('---', '...', 'name: x', 'Be kind.', '', ' ---')
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const split = splitFrontMatter(lines.join('\n'))
      if (!split.ok) return assert.equal(lines[0], '---')
      const { yaml, body } = split.value
      assert.ok(lines.join('\n').trimEnd().endsWith(body))
      assert.ok(lines.join('\n').includes(yaml))
    }),
  )
})
