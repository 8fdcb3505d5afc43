import { PROVIDER_FILES } from '../files/limits.ts'
import { OPENAI_FORMAT, OPENAI_TOOLS } from '../tool-schemas/dialects.ts'
import { dropUndefined, type ModelProvider } from './record.ts'

const { acceptedMediaTypes, limits } = PROVIDER_FILES.openai

export const openai: ModelProvider = {
  name: 'openai',
  label: 'OpenAI',
  keyVariable: 'OPENAI_API_KEY',
  needsKey: true,
  defaultBaseUrl: 'https://api.openai.com/v1',
  usesFetch: true,
  acceptedMediaTypes,
  tools: OPENAI_TOOLS,
  format: OPENAI_FORMAT,
  maxStops: 0,
  seedBits: 64,
  limits,
  enforcesFormat: (_name, { responseFormat: format }) =>
    format?.type === 'json' && format.schema !== undefined,
  async connect({ id, name, about }) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const { sdkWire } = await import('../sdk-wire.ts')
    return sdkWire({
      id,
      acceptedMediaTypes,
      about,
      connect: async (fetch) =>
        createOpenAI({ apiKey: about.apiKey!, baseURL: about.baseUrl, fetch }).responses(name),
      options: ({ settings, responseFormat: format }) => ({
        openai: {
          store: false, // OpenAI must not keep conversations
          ...dropUndefined({
            parallelToolCalls: settings?.parallelToolCalls,
            strictJsonSchema: format?.type === 'json' && format.schema ? (format.strict ?? false) : undefined,
          }),
        },
      }),
    })
  },
}
