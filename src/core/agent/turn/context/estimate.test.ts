import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { textTokens } from './estimate.ts'

test('dense text counts by its own rate, alone and beside prose, of any length [bridge.context]', () => {
  const prose = 'The gardener waters the tulips in the evening, and counts them. '
  for (const bytes of [300, 3_000, 300_000]) {
    // Characters per token in the tokenizer o200k_base.
    for (const [text, rate] of [
      [randomBytes(bytes).toString('base64'), 1.48],
      [randomBytes(bytes).toString('hex'), 1.77],
    ] as const) {
      const tokens = text.length / rate
      assert.ok(textTokens(text) > tokens * 0.85 && textTokens(text) < tokens * 1.25, `${bytes}`)
      const beside = prose.repeat(Math.ceil(text.length / prose.length))
      const both = textTokens(`${beside}\n${text}`)
      assert.ok(Math.abs(both / (textTokens(beside) + textTokens(text)) - 1) < 0.15, `${bytes}`)
    }
  }
  assert.equal(textTokens(prose), Math.ceil(Buffer.byteLength(prose) / 3.2))
  assert.equal(textTokens('短い文'.repeat(1000)), Math.ceil(9000 / 3.2))
  assert.equal(textTokens(''), 0)
})
