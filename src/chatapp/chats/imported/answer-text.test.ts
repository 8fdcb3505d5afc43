import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { separateBlocks } from './answer-text.ts'

const block = (text: string) => `<details type="reasoning">\n${text}\n</details>`

describe('blocks in the text of an answer', () => {
  test('are read where they begin a line outside of fenced code', () => {
    const { text, blocks } = separateBlocks(
      [
        `\`\`\`\n${block('in code')}\n\`\`\``,
        block('first'),
        'Ferns.',
        `not at a line start ${block('inside')}`,
        `\t${block('second')}`,
        `\`\`\`\n${block('in code again')}`,
      ].join('\n'),
    )
    assert.deepEqual(
      blocks.map((found) => found.text),
      ['first', 'second'],
    )
    const before = `\`\`\`\n${block('in code')}\n\`\`\``
    const between = `Ferns.\nnot at a line start ${block('inside')}`
    assert.equal(text, `${before}\n\n${between}\n\n\`\`\`\n${block('in code again')}`)
    assert.deepEqual(
      blocks.map(({ at }) => at),
      [before.length, before.length + 2 + between.length],
    )
  })

  test('take time proportional to the length of the text', () => {
    const opening = '<details type="reasoning">'
    for (const text of [
      `\`\`\`\n${`${opening}\n`.repeat(80_000)}`,
      opening.repeat(80_000),
      `${'x '.repeat(40)}\n${block('y')}\n`.repeat(40_000),
    ]) {
      const start = performance.now()
      separateBlocks(text)
      assert.ok(performance.now() - start < 5000, `${text.length} characters that start ${text.slice(0, 40)}`)
    }
  })
})
