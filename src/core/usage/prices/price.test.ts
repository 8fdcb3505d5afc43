import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { costOf, entryFor } from './price.ts'
import { openPrices } from './table.ts'

const PRICE = { input: 3, output: 15, cachedRead: 0.3, cacheWrite: 3.75 }

test('a dated or staged name has the price of its model, a variant has not [prices.match]', () => {
  const names = new Set([
    'openai/gpt-4o',
    'openai/gpt-4o-2024-05-13',
    'google/gemini-2.5-pro',
    'anthropic/claude-sonnet-4',
    'anthropic/claude-sonnet-4-5',
    'compatible/llama-*',
    'compatible/*',
  ])
  for (const [model, entry] of [
    ['openai/gpt-4o', 'openai/gpt-4o'],
    ['openai/gpt-4o-2024-08-06', 'openai/gpt-4o'],
    ['openai/gpt-4o-2024-05-13', 'openai/gpt-4o-2024-05-13'],
    ['openai/gpt-4o-latest', 'openai/gpt-4o'],
    ['openai/gpt-4o-audio-preview', null],
    ['openai/gpt-4o-mini', null],
    ['openai/gpt-4', null],
    ['google/gemini-2.5-pro-preview-05-06', 'google/gemini-2.5-pro'],
    ['google/gemini-2.5-pro-exp-0325', 'google/gemini-2.5-pro'],
    ['anthropic/claude-sonnet-4-20250514', 'anthropic/claude-sonnet-4'],
    ['anthropic/claude-sonnet-4@20250514', 'anthropic/claude-sonnet-4'],
    ['anthropic/claude-sonnet-4-5-20250929', 'anthropic/claude-sonnet-4-5'],
    ['anthropic/claude-sonnet-4-7', null],
    ['anthropic/gpt-4o', null],
    ['compatible/llama-3.3-70b', 'compatible/llama-*'],
    ['compatible/qwen3', 'compatible/*'],
  ] as const)
    assert.equal(entryFor(names, model), entry, model)
})

test('a name that has an entry gets that entry, and any suffix of a date leads to it [prices.match]', () => {
  const word = fc.stringMatching(/^[a-z]{2,8}$/)
  const date = fc.constantFrom('-2025-01-31', '-20250131', '@20250131', '-latest', '-preview-01-31')
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 2, maxLength: 5 }), date, (words, suffix) => {
      const names = new Set(words.map((name) => `openai/${name}`))
      for (const name of names) {
        assert.equal(entryFor(names, name), name)
        assert.equal(entryFor(names, name + suffix), name)
        assert.equal(entryFor(names, `${name}0${suffix}`), null) // no other word ends so
      }
    }),
  )
})

test('cached and kept input are priced apart from the rest, in whole micro-dollars [prices.cost]', () => {
  assert.equal(costOf(PRICE, { input: 1000, output: 100, cached: 0 }), 4500)
  assert.equal(
    costOf(PRICE, { input: 1000, output: 100, cached: 600, cacheWrite: 300 }),
    300 + 180 + 1125 + 1500,
  )
  assert.equal(costOf(PRICE, { input: 1, output: 0, cached: 1 }), 0)
  fc.assert(
    fc.property(fc.nat(1e9), fc.nat(1e9), fc.nat(1e9), (input, output, cached) => {
      const cost = costOf(PRICE, { input, output, cached: Math.min(cached, input) })
      assert.ok(Number.isSafeInteger(cost) && cost >= 0)
      assert.ok(cost <= costOf(PRICE, { input, output, cached: 0 }))
    }),
  )
})

test('a model without a price costs nothing known, the offline model nothing at all [prices.unpriced]', async () => {
  const prices = await openPrices(null)
  const tokens = { input: 1_000_000, output: 0, cached: 0 }
  assert.equal(prices.costOf('compatible/llama3', tokens), null)
  assert.equal(prices.costOf('openai/gpt-99', tokens), null)
  assert.equal(prices.costOf('offline/offline', tokens)?.microUsd, 0)
  assert.equal(prices.costOf('openai/gpt-4.1-2025-04-14', tokens)?.microUsd, 2_000_000)
})

test('a listed price wins over a reported cost, and that over the upper price [prices.unpriced]', async () => {
  const tokens = { input: 1_000_000, output: 0, cached: 0 }
  const prices = await openPrices(null, 30)
  assert.deepEqual(prices.costOf('openai/gpt-4.1', tokens, 5), { microUsd: 2_000_000, version: '2026-11' })
  assert.deepEqual(prices.costOf('process/agent', tokens, 5), { microUsd: 5, version: null })
  assert.deepEqual(prices.costOf('process/agent', tokens), { microUsd: 30_000_000, version: 'upper-30' })
  const known = await openPrices(null)
  assert.deepEqual(
    ['openai/gpt-6.1-sol', 'anthropic/claude-opus-5-5', 'compatible/any'].map(known.isPriced),
    [true, true, false],
  )
})
