import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseScript, wordPieces, type Instruction } from './script.ts'

const READ: [line: string, instruction: Instruction][] = [
  ['/say hello world', { do: 'say', text: 'hello world' }],
  ['/say', { do: 'say', text: '' }],
  ['  /say indented', { do: 'say', text: 'indented' }],
  ['/repeat 3 ab cd', { do: 'repeat', times: 3, text: 'ab cd' }],
  ['/wait 250', { do: 'wait', ms: 250 }],
  ['/tool dice {"sides":6}', { do: 'tool', name: 'dice', input: '{"sides":6}' }],
  ['/tool dice', { do: 'tool', name: 'dice', input: '{}' }],
  ['/tool dice {"bad', { do: 'tool', name: 'dice', input: '{"bad' }],
  ['/finish done all well', { do: 'finish', status: 'done', text: 'all well' }],
  ['/finish blocked', { do: 'finish', status: 'blocked', text: '' }],
]

for (const [line, instruction] of READ)
  test(`“${line}” is obeyed`, () => {
    assert.deepEqual(parseScript(line), [instruction])
  })

for (const line of [
  'hello',
  'say hi',
  'a /say b',
  '/sing',
  '/repeat x y',
  '/repeat 3',
  '/wait long',
  '/tool',
  '/finish now',
  '/repeat 9999999 x',
])
  test(`“${line}” alone is ordinary talk`, () => {
    assert.equal(parseScript(line), null)
  })

test('lines that are no instructions are passed over, wrong ones are complained about', () => {
  assert.deepEqual(parseScript('please\n/say a\r\n/sing\nthanks\n/say b'), [
    { do: 'say', text: 'a' },
    { do: 'complain', line: '/sing' },
    { do: 'say', text: 'b' },
  ])
})

test('any text survives being cut into words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => assert.equal(wordPieces(text).join(''), text)),
  )
})

test('reading never throws and gives one instruction at most for a line', () => {
  const line = fc.oneof(
    fc.string(),
    fc.string().map((text) => `/say ${text}`),
    fc.string().map((text) => `/tool ${text}`),
  )
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const prompt = lines.join('\n')
      const script = parseScript(prompt)
      assert.ok(script === null || script.length <= prompt.split('\n').length)
    }),
  )
})
