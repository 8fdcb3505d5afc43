import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAgentFile } from './agent-file.ts'

test('omitted settings of the agent file have defaults [hub.defaults]', () => {
  const defaults = {
    name: 'Garden',
    description: '',
    model: null,
    mcpInstructions: null,
    tools: null,
    surfaces: {},
    maxTurns: 30,
    temperature: null,
    suggestions: [],
    offline: new Map(),
  }
  assert.deepEqual(parsed('You are kind.\n'), { ...defaults, prompt: 'You are kind.' })
  assert.deepEqual(parsed('---\n---\n'), { ...defaults, prompt: '' })
  assert.deepEqual(parsed('---\n# nothing yet\nmodel:\ntools:\n---\n'), { ...defaults, prompt: '' })
})

test('every key of the front matter is read [hub.defaults]', () => {
  const file = `---
name: Gardener
description: Knows plants
model: anthropic/claude-x
mcp_instructions: Ask about plants.
tools: [read_file, roll_dice]
surfaces:
  chatb: { tools: [roll_dice] }
  webhook:
max_turns: 5
temperature: 0.5
suggestions:
  - What grows now?
  - "/say\\nhello"
offline:
  What grows now?: /say Leeks
---

You know plants.

---
Always.
`
  assert.deepEqual(parsed(file), {
    name: 'Gardener',
    description: 'Knows plants',
    model: 'anthropic/claude-x',
    mcpInstructions: 'Ask about plants.',
    tools: ['read_file', 'roll_dice'],
    surfaces: { chatb: { tools: ['roll_dice'] }, webhook: { tools: [] } },
    maxTurns: 5,
    temperature: 0.5,
    suggestions: ['What grows now?', '/say\nhello'],
    offline: new Map([['What grows now?', '/say Leeks']]),
    prompt: 'You know plants.\n\n---\nAlways.',
  })
})

test('an unknown key is refused where it stands, with the nearest known one [hub.keys]', () => {
  assert.deepEqual(refusals('---\nname: x\n\nsugestions: []\nzebra: 1\n---\n'), [
    '4:1 unknown key sugestions; did you mean suggestions?',
    '5:1 unknown key zebra',
  ])
  assert.deepEqual(
    refusals(
      '---\nsurfaces:\n  chatapp: { tools: [x] }\n  shedule: { tools: [x] }\n  chata: { tool: [x] }\n---\n',
    ),
    [
      '5:12 unknown key tool; did you mean tools?',
      '3:3 unknown key chatapp; did you mean chata?',
      '4:3 unknown key shedule; did you mean schedule?',
    ],
  )
})

test('a wrong value is refused where it stands [hub.keys]', () => {
  assert.deepEqual(
    refusals('---\nmax_turns: 0\ntemperature:   hot\nmodel: gpt\ntools:\n  - a\n  - 7\n---\n'),
    [
      '4:8 model: expected <provider>/<model> or offline',
      '7:5 tools.1: expected text',
      '2:12 max_turns: expected at least 1',
      '3:16 temperature: expected a number',
    ],
  )
})

test('YAML that cannot be read is refused where it breaks [hub.keys]', () => {
  for (const [file, place] of [
    ['---\nname: "x\n---\n', /^3:1 |^2:\d+ /],
    ['---\nname: x\nname: y\n---\n', /^3:1 Map keys must be unique/],
    ['---\n- a\n---\n', /^2:1 expected/],
    ['---\nname: !!js/function x\n---\n', /^2:7 name: a value that begins with ! needs quotes/],
    ['---\nname: *nobody\n---\n', /^2:\d+ /],
    ['---\nname: x\n', /^1:1 the front matter is not closed/],
  ] as const)
    assert.match(refusals(file)[0]!, place, file)
})

test('aliases that multiply are refused and not expanded [hub.keys]', () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
  for (const [name, of] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf'])
    bomb.push(`${name}: &${name} [${Array(9).fill(`*${of}`).join(', ')}]`)
  assert.ok(refusals(`---\n${bomb.join('\n')}\n---\n`).length > 0)
})

const parsed = (content: string) => {
  const result = parseAgentFile(content, 'Garden')
  assert.ok(result.ok, JSON.stringify(result))
  return result.value
}

const refusals = (content: string): string[] => {
  const result = parseAgentFile(content, 'Garden')
  assert.ok(!result.ok, 'it was accepted')
  assert.ok(result.refusal.every(({ file }) => file === 'agent.md'))
  return result.refusal.map(({ line, column, message }) => `${line}:${column} ${message}`)
}
