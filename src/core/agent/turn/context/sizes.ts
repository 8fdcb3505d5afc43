/** Tokens that models take, question and answer together, by the beginning of `<provider>/<model>`; longest first wins. */
const SIZES: Readonly<Record<string, number>> = {
  'openai/gpt-5': 400_000,
  'openai/gpt-4.1': 1_047_576,
  'openai/gpt-4o': 128_000,
  'openai/gpt-4-turbo': 128_000,
  'openai/gpt-4': 8192,
  'openai/gpt-3.5-turbo': 16_385,
  'openai/o1': 200_000,
  'openai/o3': 200_000,
  'openai/o4': 200_000,
  'anthropic/claude-': 200_000,
  'google/gemini-1.5-pro': 2_097_152,
  'google/gemini-': 1_048_576,
  'google/gemma-3': 131_072,
}

const PREFIXES = Object.keys(SIZES).toSorted((a, b) => b.length - a.length)

/** Null: not known, such as for a server of one's own. Then the model's own refusal tells. */
export const contextSize = (modelId: string): number | null => {
  const prefix = PREFIXES.find((known) => modelId.startsWith(known))
  return prefix === undefined ? null : SIZES[prefix]!
}
