import { ANTHROPIC_TOOLS } from '../tool-schemas/dialects.ts'
import { defined, IMAGES, type ModelProvider } from './record.ts'

const TAKES: ReadonlySet<string> = new Set([...IMAGES, 'image/gif', 'application/pdf'])

/** Models that write JSON of a given schema; older ones are asked in words. */
const WITH_FORMATS = /^claude-(opus-4-[1-9]|(sonnet|haiku)-4-[5-9]|(opus|sonnet|haiku|fable|mythos)-[5-9])/

/** Says where a prefix ends that is worth keeping for the next request. */
const CACHE_MARK = { anthropic: { cacheControl: { type: 'ephemeral' as const } } }

export const anthropic: ModelProvider = {
  name: 'anthropic',
  label: 'Anthropic',
  keyVariable: 'ANTHROPIC_API_KEY',
  needsKey: true,
  defaultBaseUrl: 'https://api.anthropic.com/v1',
  takes: TAKES,
  tools: ANTHROPIC_TOOLS,
  contextTokens: { 'claude-': 200_000 },
  knowsStop: true,
  enforcesFormat: (name, { responseFormat: format }) =>
    format?.type === 'json' && format.schema !== undefined && WITH_FORMATS.test(name),
  async connect({ id, name, about }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const { sdkWire } = await import('../sdk-wire.ts')
    return sdkWire({
      id,
      takes: TAKES,
      cacheMark: CACHE_MARK,
      about,
      connect: async (fetch) =>
        createAnthropic({ apiKey: about.apiKey!, baseURL: about.baseUrl, fetch })(name),
      options: ({ settings }) => ({
        anthropic: {
          structuredOutputMode: 'outputFormat', // the other way takes the tools' place
          ...defined({ disableParallelToolUse: settings?.parallelToolCalls === false ? true : undefined }),
        },
      }),
    })
  },
}
