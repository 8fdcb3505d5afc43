import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { folderWith } from '../../../../tests/support/folder.ts'
import { entryFor } from '#ground/model-table/entry-for.ts'
import type { Price } from '#ground/model-table/price.ts'
import { costOf, upperRates } from './price.ts'
import { BUILT_IN_TABLE } from '#ground/model-table/table.ts'
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
        assert.equal(entryFor(names, `${name}0${suffix}`), null) // with an additional `0`, the name means another model
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
  assert.deepEqual(prices.costOf('openai/gpt-4.1', tokens, 5), {
    microUsd: 2_000_000,
    version: BUILT_IN_TABLE.date,
  })
  assert.deepEqual(prices.costOf('process/agent', tokens, 5), { microUsd: 5, version: null })
  assert.deepEqual(prices.costOf('process/agent', tokens), { microUsd: 30_000_000, version: 'upper-30' })
  const known = await openPrices(null)
  assert.deepEqual(
    ['openai/gpt-6.1-sol', 'anthropic/claude-opus-5-5', 'compatible/any'].map(known.isPriced),
    [true, true, false],
  )
})

test('each call of a turn has the price of the model that answered it [models.named]', async () => {
  const prices = await openPrices(null)
  const call = { input: 1_000_000, output: 0, cached: 0 }
  const mixed = (other: string) => ({
    ...call,
    input: 2_000_000,
    calls: [
      { ...call, model: 'openai/gpt-4.1' },
      { ...call, model: other },
    ],
  })
  assert.equal(prices.costOf('openai/gpt-4o', mixed('openai/gpt-4o'))?.microUsd, 2_000_000 + 2_500_000)
  assert.equal(prices.costOf('offline/offline', mixed('offline/offline'))?.microUsd, 2_000_000)
  assert.equal(prices.costOf('compatible/any', mixed('compatible/any')), null)
})

const TIERED: Price = {
  ...PRICE,
  tiers: [
    { above: 200_000, input: 6, output: 22.5, cachedRead: 0.6, cacheWrite: 7.5 },
    { above: 500_000, input: 12, output: 20, cachedRead: 1.2, cacheWrite: 15 },
  ],
}

test('each call has the price of the tier that its own prompt reaches [prices.tiers]', () => {
  const call = { output: 1000, cached: 100_000 }
  assert.equal(costOf(TIERED, { input: 200_000, ...call }), 300_000 + 30_000 + 15_000)
  assert.equal(costOf(TIERED, { input: 200_001, ...call }), 600_006 + 60_000 + 22_500)
  assert.equal(costOf(TIERED, { input: 500_001, ...call }), 4_800_012 + 120_000 + 20_000)
  const short = { input: 150_000, ...call }
  const turn = { input: 450_000, output: 3000, cached: 300_000, calls: [short, short, short] }
  assert.equal(costOf(TIERED, turn), 3 * costOf(TIERED, short))
  assert.equal(costOf(TIERED, { ...turn, calls: undefined }), 900_000 + 180_000 + 67_500)
})

test('no call within its bound costs more than the upper rates [prices.tiers]', () => {
  const count = fc.nat(1_000_000)
  fc.assert(
    fc.property(count, count, count, fc.nat(100), fc.nat(100), (bound, input, output, part, kept) => {
      const size = Math.min(bound, input)
      const cached = Math.floor((size * part) / 100)
      const cacheWrite = Math.floor(((size - cached) * kept) / 100)
      const upper = upperRates(TIERED, bound)
      const cost = costOf(TIERED, { input: size, output, cached, cacheWrite })
      assert.ok(cost <= Math.ceil(bound * upper.input + output * upper.output))
    }),
  )
})

test('the list of the release has tiers, and a file of your own may have any [prices.tiers]', async (t) => {
  const prices = await openPrices(null)
  const cost = (model: string, input: number) =>
    prices.costOf(model, { input, output: 1_000_000, cached: 0 })?.microUsd
  assert.equal(cost('openai/gpt-5.5', 272_000), 1_360_000 + 30_000_000)
  assert.equal(cost('openai/gpt-5.5-2026-04-24', 272_001), 2_720_010 + 45_000_000)
  assert.equal(cost('google/gemini-3-pro-preview', 200_001), 800_004 + 18_000_000)
  assert.equal(cost('anthropic/claude-haiku-5-5', 100_001), 50_001 + 2_500_000)
  const open = async (tiers: unknown) => {
    const entry = { input: 1, output: 2, tiers }
    const folder = await folderWith(t, { 'prices.json': JSON.stringify({ models: { 'a/b': entry } }) })
    return openPrices(`${folder}/prices.json`)
  }
  const own = await open([{ above: 10, input: 3, output: 4 }])
  assert.equal(own.costOf('a/b', { input: 20, output: 1, cached: 20 })?.microUsd, 64)
  assert.deepEqual(own.upperRates('a/b', 10), { input: 1, output: 2 })
  assert.deepEqual(own.upperRates('a/b', 11), { input: 3, output: 4 })
  for (const [tiers, problem] of [
    [[], /models\.a\/b\.tiers: /],
    [[{ above: 0, input: 1, output: 1 }], /tiers\.0\.above: /],
    [[{ above: 1.5, input: 1, output: 1 }], /tiers\.0\.above: expected a whole number of tokens/],
    [[{ above: '200k', input: 1, output: 1 }], /tiers\.0\.above: expected a whole number of tokens/],
    [[{ above: 5, input: 1 }], /tiers\.0\.output: expected US dollars/],
    [[{ above: 5, input: -1, output: 1 }], /tiers\.0\.input: /],
    [[{ above: 5, input: 1, output: 1, cached: 1 }], /tiers\.0: .*cached/],
    [
      [
        { above: 5, input: 1, output: 1 },
        { above: 5, input: 2, output: 1 },
      ],
      /tiers: expected each tier’s above to be higher/,
    ],
  ] as const)
    await assert.rejects(open(tiers), (error: Error) => {
      assert.match(JSON.stringify(error) + error.message, problem)
      return true
    })
})
