import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { checkRequest, describeInvalidFields, EMPTY_PARTS } from './check.ts'
import type { ApiRoute } from './contract.ts'

const countingTurns = () => {
  const turns = { looks: 0, isSpent: () => (turns.looks++, false), nextTurn: async () => {} }
  return turns
}
const check = async (body: z.ZodType, sent: unknown) => {
  const turns = countingTurns()
  const route = { method: 'post', body } as unknown as ApiRoute
  const checked = await checkRequest(
    route,
    { params: {}, query: {}, body: sent },
    { undeclared: EMPTY_PARTS, turns },
  )
  return { checked, looks: turns.looks }
}

const Item = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('a'), n: z.int() }),
  z.object({ kind: z.literal('b'), all: z.array(z.string()) }),
])
const Body = z.strictObject({
  items: z.array(Item).optional(),
  named: z.record(z.string().max(9), z.int()).nullish(),
  few: z.array(z.string()).max(1000).default([]),
  inner: z.object({ more: z.array(z.string()) }).optional(),
})

test('long lists and records are checked in portions, with the result of their schema', async () => {
  const good = Array.from({ length: 1200 }, (_, n) => ({ kind: 'a', n }))
  const named = Object.fromEntries(good.map((_, n) => [`k${n}`, n]))
  const sent = fc.record(
    {
      items: fc.constantFrom(good, [...good, { kind: 'b', all: [1] }], good.with(700, { kind: 'c', n: 0 })),
      named: fc.constantFrom(named, { ...named, z: 'x' }, { ...named, 'a long name': 1 }, null, []),
      few: fc.constantFrom(['a'], Array(1000).fill('a'), Array(1001).fill(1)),
      inner: fc.constantFrom({ more: Array(501).fill('a') }, { more: Array(501).fill(1) }, 5),
      unknown: fc.constant(1),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(sent, async (body) => {
      const { checked } = await check(Body, body)
      const whole = Body.safeParse(body)
      assert.equal(checked.ok, whole.success)
      if (checked.ok) assert.deepEqual(checked.value.body, whole.data)
      else
        for (const issue of checked.refusal.error.issues)
          assert.ok(
            whole.error!.issues.some((one) => JSON.stringify(one) === JSON.stringify(issue)),
            JSON.stringify(issue),
          )
    }),
  )
})

test('of many wrong members those of the first portion are named', async () => {
  const { checked, looks } = await check(Body, { items: Array(100_000).fill(1) })
  assert.ok(!checked.ok)
  assert.equal(checked.refusal.error.issues.length, 500)
  assert.equal(looks, 1)
  const right = await check(Body, { items: Array.from({ length: 5000 }, () => ({ kind: 'a', n: 1 })) })
  assert.ok(right.checked.ok)
  assert.equal(right.looks, 10)
})

test('of many unknown fields the first are described, and the others counted', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 14_000 }, (_, n) => [`key${n}`, n]))
  const { checked } = await check(Body, unknown)
  assert.ok(!checked.ok)
  assert.match(
    describeInvalidFields(checked.refusal),
    /^key0: there is no such field · .*key4: [^·]* · and 13995 more$/,
  )
})
