import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUILT_IN_TABLE } from './table.ts'

const SIZES: Readonly<Record<string, number | null>> = {
  'anthropic/claude-3-7-sonnet-latest': 200_000,
  'anthropic/claude-opus-4-20250514': 200_000,
  'anthropic/claude-opus-4-5-20251101': 200_000,
  'anthropic/claude-haiku-4-5': 200_000,
  'anthropic/claude-opus-4-6-20260205': 1_000_000,
  'anthropic/claude-sonnet-4-6': 1_000_000,
  'anthropic/claude-opus-5': 1_000_000,
  'anthropic/claude-fable-5-1': 1_000_000,
  'anthropic/claude-haiku-5-5': 1_000_000,
  'openai/gpt-6-luna': 1_050_000,
  'openai/gpt-6.1-sol': 1_050_000,
  'openai/gpt-5.4-2026-03-05': 1_050_000,
  'openai/gpt-5.4-mini-2026-03-17': 400_000,
  'openai/gpt-5-mini': 400_000,
  'openai/gpt-5.2-chat-latest': 128_000,
  'openai/gpt-4-0613': 8192,
  'openai/gpt-4-1106-preview': 128_000,
  'openai/o1-mini-2024-09-12': 128_000,
  'google/gemini-3.8-flash': 1_048_576,
  'google/gemini-2.5-computer-use-preview-10-2025': 128_000,
  'openai/unknown': null,
  'compatible/claude-opus-5': null,
}

test('each family of models has the context size that its maker publishes [bridge.context]', () => {
  const found = Object.fromEntries(Object.keys(SIZES).map((id) => [id, BUILT_IN_TABLE.contextTokensOf(id)]))
  assert.deepEqual(found, SIZES)
})
