import type { ModelProvider } from './record.ts'

const TAKES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

export const groq: ModelProvider = {
  name: 'groq',
  label: 'Groq',
  keyVariable: 'GROQ_API_KEY',
  needsKey: true,
  defaultBaseUrl: 'https://api.groq.com/openai/v1',
  takes: TAKES,
  contextTokens: { 'llama-3.3-70b': 131_072 },
  knowsStop: true,
  enforcesFormat: () => false,
  connect: async (options) =>
    (await import('../compatible/wire.ts')).compatibleWire({ ...options, takes: TAKES }),
}
