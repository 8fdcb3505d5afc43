import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { parseYamlWithPositions } from './yaml-positions.ts'

const Anything = z.looseObject({})

test('a value that YAML reads as syntax is reported with its position and the correct form', () => {
  for (const [text, line, column, message] of [
    [
      'a: 1\nschedule: */5 * * * *',
      2,
      11,
      'schedule: a value that begins with * needs quotes; write schedule: "*/5 * * * *"',
    ],
    [
      'schedule: @daily # each night',
      1,
      11,
      'schedule: a value that begins with @ needs quotes; write schedule: "@daily"',
    ],
    [
      'write: [notes.md, *.md]',
      1,
      19,
      'write: a value that begins with * needs quotes; write write: [notes.md, "*.md"]',
    ],
    ['write:\n  - *.md', 2, 5, 'a value that begins with * needs quotes; write - "*.md"'],
    [
      'a: 1\ndescription: Report: May 2026',
      2,
      14,
      'description: a value with a colon and a space in it needs quotes; write description: "Report: May 2026"',
    ],
    ['name: `x`', 1, 7, 'name: a value that begins with ` needs quotes; write name: "`x`"'],
  ] as const)
    assert.deepEqual(
      parseYamlWithPositions(Anything, text, 1),
      { ok: false, refusal: [{ line, column, message }] },
      text,
    )
  for (const text of [
    'a: at 10:30',
    'a: "b: c"',
    'a: |\n  b: c: d',
    'a: "*/5"',
    'a: &x 1\nb: *x',
    'a: 0 18 * * *',
    "a: ['*.md']",
  ])
    assert.ok(parseYamlWithPositions(Anything, text, 1).ok, text)
  const other = parseYamlWithPositions(Anything, 'a: [1', 1)
  assert.ok(!other.ok && !/needs quotes/.test(other.refusal[0]!.message))
})
