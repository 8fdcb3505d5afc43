import { PROVIDER_FILES } from '../files/limits.ts'
import { ANTHROPIC_FORMAT, ANTHROPIC_TOOLS } from '../tool-schemas/dialects.ts'
import { dropUndefined, type ModelProvider } from './record.ts'

const { acceptedMediaTypes, limits } = PROVIDER_FILES.anthropic

/** Models that enforce a JSON schema. For older models, the prompt describes the schema. */
const WITH_FORMATS = /^claude-(opus-4-[1-9]|(sonnet|haiku)-4-[5-9]|(opus|sonnet|haiku|fable|mythos)-[5-9])/

const CACHE_MARK = { anthropic: { cacheControl: { type: 'ephemeral' as const } } }

export const anthropic: ModelProvider = {
  name: 'anthropic',
  label: 'Anthropic',
  keyVariable: 'ANTHROPIC_API_KEY',
  needsKey: true,
  defaultBaseUrl: 'https://api.anthropic.com/v1',
  usesFetch: true,
  acceptedMediaTypes,
  maxStops: Infinity,
  seedBits: 64,
  limits,
  tools: ANTHROPIC_TOOLS,
  format: ANTHROPIC_FORMAT,
  enforcesFormat: (name, { responseFormat: format }) =>
    format?.type === 'json' && format.schema !== undefined && WITH_FORMATS.test(name),
  async connect({ id, name, about }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const { sdkWire } = await import('../sdk-wire.ts')
    return sdkWire({
      id,
      acceptedMediaTypes,
      cacheMark: CACHE_MARK,
      about,
      connect: async (fetch) =>
        createAnthropic({ apiKey: about.apiKey!, baseURL: about.baseUrl, fetch })(name),
      options: ({ settings }) => ({
        anthropic: {
          structuredOutputMode: 'outputFormat', // the SDK's other modes may turn the format into a forced tool call
          ...dropUndefined({
            disableParallelToolUse: settings?.parallelToolCalls === false ? true : undefined,
          }),
        },
      }),
    })
  },
}
