import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { RunOutput } from '#features/work/runs/schema.ts'
import { createAnsiReader, withoutAnsi } from '../../web/console/runs/ansi.ts'
import {
  lastLines,
  joinOutputLines,
  markMatches,
  matchingLines,
} from '../../web/console/runs/output-lines.ts'

let seq = 0
let end = 0
const piece = (text: string, step: string | null = null, attempt: number | null = 1, gap = 0): RunOutput => {
  const offset = end + gap
  end = offset + Buffer.byteLength(text)
  return { seq: ++seq, step, attempt, at: `2026-01-01T00:00:0${seq % 10}.000Z`, offset, text }
}
const fresh = (...made: (() => RunOutput)[]) => {
  ;[seq, end] = [0, 0]
  return joinOutputLines(made.map((make) => make()))
}

test('output is shown line by line, each with its time, apart by step and attempt [runs.logs]', () => {
  const parts = fresh(
    () => piece('one\ntw', 'a'),
    () => piece('o\n', 'a'),
    () => piece('again\n', 'a', 2),
    () => piece('late\n', 'a', 2, 100),
  )
  assert.deepEqual(
    parts.map(({ step, attempt, leftOut, lines }) => [step, attempt, leftOut, lines.map(({ text }) => text)]),
    [
      ['a', 1, false, ['one', 'two']],
      ['a', 2, false, ['again']],
      ['a', 2, true, ['late']],
    ],
  )
  assert.deepEqual(
    parts[0]!.lines.map(({ at }) => at.slice(17, 19)),
    ['01', '01'],
  )
})

test('colours continue over pieces and lines, and all other terminal codes are dropped [runs.logs]', () => {
  const [part] = fresh(
    () => piece('\u001B[31mred\nstill'),
    () => piece(' red\u001B[0m plain \u001B]8;;https://a.example\u0007link\u001B]8;;\u0007\u001B[2J\n'),
  )
  assert.deepEqual(
    part!.lines.map(({ parts }) => parts),
    [
      [{ text: 'red', style: 'text-danger' }],
      [
        { text: 'still', style: 'text-danger' },
        { text: ' red', style: 'text-danger' },
        { text: ' plain ', style: '' },
        { text: 'link', style: '' },
      ],
    ],
  )
  const read = (text: string) => createAnsiReader().read(text)
  assert.deepEqual(read('\u001B[1;38;5;2mok\u001B[22;39m!'), [
    { text: 'ok', style: 'text-ok font-semibold' },
    { text: '!', style: '' },
  ])
  assert.deepEqual(read('\u001B[38;2;1;2;3mx'), [{ text: 'x', style: '' }])
  assert.deepEqual(read('\u001B[90mgrey'), [{ text: 'grey', style: 'text-faint' }])
  assert.deepEqual(
    fresh(() => piece('10%\r20%\r100%\r\n'))[0]!.lines.map(({ text }) => text),
    ['100%'],
  )
})

test('no control character remains, for any output of a program [runs.logs]', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('\u001B', '[', ']', '3', '1', 'm', ';', '\u0007', 'a', '\b', '\\', 'P'),
      }),
      (text) => {
        // oxlint-disable-next-line no-control-regex
        assert.doesNotMatch(withoutAnsi(text), /[\u0000-\u0008\u000B-\u001F]/)
        assert.equal(
          createAnsiReader()
            .read(text)
            .map((one) => one.text)
            .join(''),
          withoutAnsi(text),
        )
      },
    ),
  )
})

test('the last lines of a step are found, and a text in any line, in any case [runs.logs]', () => {
  const parts = fresh(
    () => piece('start\n\u001B[31mNo oven\u001B[0m here\n\n', 'bake'),
    () => piece('sorry\n', 'sorry'),
  )
  assert.deepEqual(lastLines(parts, 'bake', 1), ['No oven here'])
  assert.deepEqual(lastLines(parts, null, 5), ['sorry'])
  assert.deepEqual(matchingLines(parts, 'N OVEN'), [])
  assert.deepEqual(matchingLines(parts, 'oVEN h'), [1])
  assert.deepEqual(
    markMatches(parts[0]!.lines[1]!.parts, 'oven h').map(({ text, isMatch }) => [text, isMatch]),
    [
      ['No ', false],
      ['oven', true],
      [' h', true],
      ['ere', false],
    ],
  )
  assert.deepEqual(matchingLines(parts, ''), [])
})
