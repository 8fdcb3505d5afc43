import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseTools } from './choose-tools.ts'

const many = Array.from({ length: 200 }, (_, at) => ({ name: `desk__t${at}`, tokens: 100 }))
const NONE = { pinned: new Set<string>(), uses: new Map<string, number>() }

test('few small tools are all in the prompt; many, or large, are not [agent.on-demand.choice]', () => {
  assert.equal(chooseTools(many.slice(0, 40), NONE).size, 40)
  assert.equal(chooseTools(many.slice(0, 41), NONE).size, 0)
  assert.equal(chooseTools([{ name: 'large', tokens: 8001 }], NONE).size, 0)
})

test('pinned tools and the most used are in the prompt, in the order of the list [agent.on-demand.choice]', () => {
  const uses = new Map(many.map(({ name }, at) => [name, at % 100 === 50 ? 9 : at < 30 ? 1 : 0]))
  const chosen = [...chooseTools(many, { pinned: new Set(['desk__t7', 'desk__t199', 'missing']), uses })]
  assert.equal(chosen.length, 14)
  for (const name of ['desk__t7', 'desk__t199', 'desk__t50', 'desk__t150'])
    assert.ok(chosen.includes(name), name)
  assert.deepEqual(
    chosen,
    many.map(({ name }) => name).filter((name) => chosen.includes(name)),
  )
})

test('tools without use or pin fill no room, and used tools at most a part [agent.on-demand.choice]', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 5 }), { minLength: 200, maxLength: 200 }),
      fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 200, maxLength: 200 }),
      (counts, tokens) => {
        const tools = many.map(({ name }, at) => ({ name, tokens: tokens[at]! }))
        const uses = new Map(many.map(({ name }, at) => [name, counts[at]!]))
        const chosen = tools.filter(({ name }) => chooseTools(tools, { ...NONE, uses }).has(name))
        assert.ok(chosen.every(({ name }) => uses.get(name)! > 0))
        assert.ok(chosen.length <= 12 && chosen.reduce((sum, tool) => sum + tool.tokens, 0) <= 3000)
      },
    ),
    { numRuns: 20 },
  )
})
