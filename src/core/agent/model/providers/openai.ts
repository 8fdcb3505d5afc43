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
  // Values of November 2026 from litellm 1.106.12 and genai-prices 0.2.3.
  contextTokens: {
    'gpt-6': 1_050_000,
    'gpt-5.6': 1_050_000,
    'gpt-5.6-cyber': 400_000,
    'gpt-5.5': 1_050_000,
    'gpt-5.4': 1_050_000,
    'gpt-5.4-mini': 400_000,
    'gpt-5.4-nano': 400_000,
    'gpt-5.3-chat': 128_000,
    'gpt-5.2-chat': 128_000,
    'gpt-5.1-chat': 128_000,
    'gpt-5-chat': 128_000,
    'gpt-5': 400_000,
    'gpt-4.5': 128_000,
    'gpt-4.1': 1_047_576,
    'gpt-4o': 128_000,
    'gpt-4-turbo': 128_000,
    'gpt-4-1106': 128_000,
    'gpt-4-0125': 128_000,
    'gpt-4-32k': 32_768,
    'gpt-4': 8192,
    'gpt-3.5-turbo': 16_385,
    o1: 200_000,
    'o1-mini': 128_000,
    'o1-preview': 128_000,
    o3: 200_000,
    o4: 200_000,
  },
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
