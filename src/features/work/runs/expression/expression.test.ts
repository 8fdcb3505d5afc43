import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { evaluate, type ExpressionScope } from './evaluate.ts'
import { parseExpression } from './parse.ts'
import { fillTemplate, fillValue, parseTemplate } from './template.ts'

const SCOPE: ExpressionScope = {
  inputs: { city: 'Rome', count: 3, loud: false, list: ['a', 'b'] },
  steps: {
    build: { outcome: 'done', output: '{"files":[{"name":"a.txt"}],"ok":true,"n":7}' },
    count: { outcome: 'done', output: '12' },
    broken: { outcome: 'failed', output: null },
  },
  run: { id: 'r1', trigger: 'manual', workflow: 'w' },
  events: ['/hub/e1.json', '/hub/e2.json'],
  hasFailed: true,
}

const value = (source: string, scope: ExpressionScope = SCOPE): unknown => {
  const parsed = parseExpression(source)
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.refusal.message)
  return evaluate(parsed.value, scope)
}
const refusal = (source: string): string => {
  const parsed = parseExpression(source)
  assert.ok(!parsed.ok, `${source} was read`)
  return parsed.refusal.message
}

test('an expression reads inputs, outcomes, outputs and fields of JSON outputs [workflow.expressions]', () => {
  assert.equal(value('inputs.city'), 'Rome')
  assert.equal(value('inputs["city"]'), 'Rome')
  assert.equal(value('steps.count.output'), '12')
  assert.equal(value('steps.broken.outcome'), 'failed')
  assert.equal(value('steps.build.output.files[0].name'), 'a.txt')
  assert.equal(value('steps.build.output.files.length'), 1)
  assert.equal(value('run.trigger'), 'manual')
  assert.equal(value('events'), '/hub/e1.json\n/hub/e2.json')
  assert.equal(value('events[1]'), '/hub/e2.json')
  assert.equal(value("'it''s'"), "it's")
})

test('a missing value is null, and inherited properties are unreachable [workflow.expressions]', () => {
  for (const source of [
    'inputs.constructor',
    'inputs.city.length',
    'inputs.__proto__',
    'steps.nobody.output',
    'steps.count.output.a.b',
    'inputs.list.map',
  ])
    assert.equal(value(source), null, source)
})

const ID = '7615917337495251231'

test('numbers are compared and filled in with all their digits [workflow.numbers]', () => {
  const output = `{"order":{"id":${ID}},"price":1.10,"big":1e400,"zero":-0.0,"ids":[1,${ID}],"${ID}":"key"}`
  const scope: ExpressionScope = { ...SCOPE, steps: { a: { outcome: 'done', output } } }
  const on = (source: string) => value(source.replaceAll('$', 'steps.a.output'), scope)
  const all = {
    [`$.order.id == ${ID}`]: true,
    [`$.order.id == 7615917337495251232`]: false,
    [`$.order.id != 7615917337495251230`]: true,
    [`$.order.id == '${ID}'`]: true,
    [`$.order.id == '7615917337495251230'`]: false,
    [`'${ID}' == $.order.id`]: true,
    [`$.order.id < 7615917337495251232`]: true,
    [`$.order.id <= 7615917337495251230`]: false,
    [`$.order.id > 7615917337495251230`]: true,
    [`contains($.ids, ${ID})`]: true,
    [`contains($.ids, '${ID}')`]: true,
    [`contains($.ids, 7615917337495251000)`]: false,
    [`contains($.order.id, '5251231')`]: true,
    [`$['${ID}'] == 'key' and $[${ID}] == 'key'`]: true,
    '$.price == 1.1 and $.price == 1.100': true,
    '$.price > 1.09 and $.price < 2': true,
    '$.big > 1': true,
    '$.big == 1e400 and $.big == 10E+399 and $.big < 1e401': true,
    '1e3 == 1000 and -2.5e-1 == -0.25 and 1E2 == 100': true,
    '$.zero or $.zero != 0': false,
    '$.ids == $.ids and $.order == $.order': true,
    '$.order.id.digits': null,
    '$.order.id.toJSON': null,
  }
  for (const [source, wanted] of Object.entries(all)) assert.equal(on(source), wanted, source)
  const filled = (text: string) => {
    const template = parseTemplate(text)
    assert.ok(template.ok)
    return [fillTemplate(template.value, scope), JSON.stringify(fillValue(template.value, scope))]
  }
  assert.deepEqual(filled('${{ steps.a.output.order.id }}'), [ID, ID])
  assert.deepEqual(filled('${{ steps.a.output.order }}'), [`{"id":${ID}}`, `{"id":${ID}}`])
  assert.deepEqual(filled('${{ steps.a.output.price }}'), ['1.10', '1.10'])
  assert.deepEqual(filled(`\${{ ${ID} }}`), [ID, ID])
  const lists: ExpressionScope = {
    ...SCOPE,
    steps: {
      a: { outcome: 'done', output: '[1.0,{"b":2}]' },
      b: { outcome: 'done', output: '{"l":[1,{"b":2.0}]}' },
    },
  }
  assert.equal(value('steps.b.output.l == steps.b.output.l', lists), true)
  assert.equal(value("steps.b.output.l[0] == '1.0'", lists), true)
})

test('comparisons, and, or, not and functions follow their order of strength [workflow.expressions]', () => {
  assert.equal(value('1 < 2 and 2 < 1 or true'), true)
  assert.equal(value('not false and false'), false)
  assert.equal(value('not (false and false)'), true)
  assert.equal(value('!inputs.loud && inputs.count >= 3'), true)
  assert.equal(value('steps.count.output > 9'), true)
  assert.equal(value("steps.count.output == '12'"), true)
  assert.equal(value('steps.build.output.ok == true'), true)
  assert.equal(value("inputs.city < 'Sydney'"), true)
  assert.equal(value('inputs.city > 1'), false)
  assert.equal(value("contains(inputs.city, 'om')"), true)
  assert.equal(value("contains(inputs.list, 'c')"), false)
  assert.equal(value('success()'), false)
  assert.equal(value('failure() and always()'), true)
})

test('an unreadable expression has an error message [workflow.bad-expressions]', () => {
  assert.match(refusal('inputs.a = 1'), /did you mean ==/)
  assert.match(refusal('nope()'), /there is no function nope/)
  assert.match(refusal("contains('a')"), /takes 2 values, not 1/)
  assert.match(refusal("'open"), /closing quote/)
  assert.match(refusal('1 2'), /expected an operator, found 2/)
  assert.match(refusal(''), /expected a value, found the end/)
  assert.match(refusal('('.repeat(1000)), /nested too deeply/)
  assert.match(refusal('not '.repeat(1000)), /longer than/)
  assert.match(refusal('process.exit(1)'), /expected an operator/)
})

test('reading and evaluating any text never throws', () => {
  const word = fc.constantFrom(
    'inputs',
    'steps',
    '.',
    'a',
    '(',
    ')',
    '[',
    ']',
    '0',
    "'x'",
    '==',
    'and',
    'not',
    'contains',
    ',',
    '"',
    '!',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(word, { maxLength: 30 }).map((words) => words.join(' ')),
      ),
      (source) => {
        const parsed = parseExpression(source)
        if (parsed.ok) evaluate(parsed.value, SCOPE)
      },
    ),
  )
})

test('a text is filled with values, and one expression alone keeps its type [workflow.outputs]', () => {
  const fill = (text: string) => {
    const parsed = parseTemplate(text)
    assert.ok(parsed.ok, parsed.ok ? '' : parsed.refusal.message)
    return { text: fillTemplate(parsed.value, SCOPE), value: fillValue(parsed.value, SCOPE) }
  }
  assert.equal(fill('Hi ${{ inputs.city }}, ${{ inputs.count }}×').text, 'Hi Rome, 3×')
  assert.equal(fill("${{ 'a }} b' }}!").text, 'a }} b!')
  assert.equal(fill('${{ steps.broken.output }}').text, '')
  assert.deepEqual(fill('${{ steps.build.output.files }}').value, [{ name: 'a.txt' }])
  assert.equal(fill(' ${{ inputs.count }}').value, ' 3')
  assert.equal(fill('costs $5 {{ x }}').text, 'costs $5 {{ x }}')
  for (const bad of ['${{ inputs.a', 'a ${{ }} b', '${{ ${{ 1 }} }}']) assert.ok(!parseTemplate(bad).ok, bad)
})

test('a value that looks like an expression is never evaluated', () => {
  const parsed = parseTemplate('${{ inputs.city }}')
  assert.ok(parsed.ok)
  const scope = { ...SCOPE, inputs: { city: '${{ run.id }}' } }
  assert.equal(fillTemplate(parsed.value, scope), '${{ run.id }}')
})
