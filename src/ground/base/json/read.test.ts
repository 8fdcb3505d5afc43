import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTurnBudget } from '../turn-budget.ts'
import { isNestedDeeper, JsonTooDeep, MAX_JSON_DEPTH } from './depth.ts'
import { parseBoundedJson } from './parse.ts'
import { JsonTooLarge, MAX_JSON_VALUES, readJson } from './read.ts'

const turns = { isSpent: () => false, nextTurn: async () => {} }
const spaced = fc.constantFrom('', ' ', '\n\t', '\r\n  ')
const json = fc
  .tuple(fc.json({ maxDepth: 6 }), fc.json({ maxDepth: 3 }), spaced)
  .map(
    ([one, two, space]) => `${space}[${one}${space},{"k":${two}${space}},"\\"]},",{"__proto__":1}]${space}`,
  )

const outcome = async (read: () => unknown): Promise<unknown> => {
  try {
    return { value: await read() }
  } catch (error) {
    return (error as Error).name
  }
}

test('a text in portions gives the value that JSON.parse gives', () =>
  fc.assert(
    fc.asyncProperty(json, fc.integer({ min: 1, max: 40 }), async (text, portionChars) => {
      const value = await readJson(text, { turns, portionChars })
      assert.deepEqual(value, JSON.parse(text))
      assert.equal(JSON.stringify(value), JSON.stringify(JSON.parse(text)))
    }),
    { numRuns: 500 },
  ))

test('a damaged text in portions is refused when JSON.parse refuses it', () =>
  fc.assert(
    fc.asyncProperty(
      json,
      fc.nat(),
      fc.constantFrom('', ',', ']', '}', '[', '{', '"', ':', ' ', '1', 'x', '\u00a0'),
      fc.integer({ min: 1, max: 12 }),
      async (text, place, mark, portionChars) => {
        const at = place % text.length
        const damaged = text.slice(0, at) + mark + text.slice(at + 1)
        const expected = await outcome(() => JSON.parse(damaged))
        assert.deepEqual(await outcome(() => readJson(damaged, { turns, portionChars })), expected)
      },
    ),
    { numRuns: 2000 },
  ))

test('a long text is parsed over several turns, no more than a portion in each call', async () => {
  const list = Array.from({ length: 2000 }, (_, n) => ({ n, text: 'x'.repeat(20) }))
  const text = JSON.stringify({ list, long: 'one\ntwo'.repeat(20_000) })
  const lengths: number[] = []
  let taken = 0
  const parse = (part: string) => {
    lengths.push(part.length)
    return JSON.parse(part) as unknown
  }
  const counted = {
    isSpent: () => true,
    nextTurn: async () => void taken++,
  }
  const value = await readJson(text, { turns: counted, parse, portionChars: 1000 })
  assert.deepEqual(value, JSON.parse(text))
  assert.ok(Math.max(...lengths) < 1100, `longest ${Math.max(...lengths)}`)
  assert.ok(taken > text.length / 1200)
})

const escapes = fc.constantFrom(
  '\\\\',
  '\\"',
  '\\n',
  '\\u0041',
  '\\ud83d\\ude00',
  '\\ud83d',
  '😀',
  'a',
  '\\/',
  '\n',
  '\\x',
  '\\',
)

test('a long string in pieces is the string that JSON.parse gives', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(escapes, { maxLength: 60 }),
      fc.constantFrom(
        '%',
        ' % ',
        '[%]',
        '{"k" : % }',
        '{% : 1}',
        '{"a":1,"b":%,"c":[2,%]}',
        '[%:1]',
        '[1 %]',
        '%%',
      ),
      fc.integer({ min: 1, max: 12 }),
      async (characters, form, portionChars) => {
        const text = form.replaceAll('%', () => `"${characters.join('')}"`)
        const expected = await outcome(() => JSON.parse(text))
        assert.deepEqual(await outcome(() => readJson(text, { turns, portionChars })), expected)
      },
    ),
    { numRuns: 3000 },
  ))

test('deep nesting is refused in any kind of text, before it is parsed', async () => {
  const parse = () => assert.fail('parsed')
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"__proto__":', '}]'],
  ] as const) {
    const depth = 20_000
    const text = open.repeat(depth) + '1' + close.repeat(depth)
    for (const deep of [text, `{"x":${text}}`, ` ${text}`, open.repeat(depth)])
      for (const portionChars of [100, 10_000_000])
        await assert.rejects(readJson(deep, { turns, parse, portionChars }), JsonTooDeep)
  }
  const just = '['.repeat(MAX_JSON_DEPTH) + ']'.repeat(MAX_JSON_DEPTH)
  assert.doesNotThrow(() => parseBoundedJson(just))
  assert.throws(() => parseBoundedJson(`[${just}]`), JsonTooDeep)
  assert.equal(isNestedDeeper(JSON.stringify('['.repeat(1000)), MAX_JSON_DEPTH), false)
})

test('a text with too many values is refused, for any values', async () => {
  for (const value of ['1', '{}', '[]', '"a"', 'null'])
    for (const [open, key, close] of [
      ['[', '', ']'],
      ['{', '"a":', '}'],
    ])
      await assert.rejects(
        readJson(`${open}${`${key}${value},`.repeat(MAX_JSON_VALUES + 1)}${key}${value}${close}`, { turns }),
        JsonTooLarge,
      )
})

test('wide objects, long lists and long strings are read', async () => {
  const loop = createTurnBudget({
    now: () => performance.now(),
    afterTurn: (then) => void setImmediate(then),
  })
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`key${n}`, n]))
  for (const value of [wide, Array.from({ length: 200_000 }, (_, n) => n), { text: 'é"\\'.repeat(500_000) }])
    assert.deepEqual(await readJson(JSON.stringify(value), { turns: loop }), value)
})

test('one byte order mark before JSON is left out, and nothing else', async () => {
  for (const read of [parseBoundedJson, (text: string) => readJson(text, { turns, portionChars: 8 })]) {
    assert.deepEqual(await read('\uFEFF{"a":"\uFEFF"}'), { a: '\uFEFF' })
    assert.deepEqual(await read('\uFEFF[1,2,3,4,5,6,7,8,9]'), [1, 2, 3, 4, 5, 6, 7, 8, 9])
    for (const text of ['', '\uFEFF', '\uFEFF\uFEFF1', '{"a":1}\uFEFF'])
      await assert.rejects(async () => read(text), SyntaxError)
  }
})
