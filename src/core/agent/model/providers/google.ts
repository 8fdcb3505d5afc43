import { PROVIDER_FILES } from '../files/limits.ts'
import { GOOGLE_FORMAT, GOOGLE_TOOLS } from '../tool-schemas/dialects.ts'
import { type ModelProvider } from './record.ts'

const { acceptedMediaTypes, limits } = PROVIDER_FILES.google

export const google: ModelProvider = {
  name: 'google',
  label: 'Google',
  keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
  needsKey: true,
  defaultBaseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  usesFetch: true,
  acceptedMediaTypes,
  // Values of November 2026 from litellm 1.106.12 and genai-prices 0.2.3.
  contextTokens: {
    'gemini-1.5-pro': 2_097_152,
    'gemini-2.5-computer-use': 128_000,
    'gemini-robotics-er-2': 131_072,
    'gemini-': 1_048_576,
    'gemma-3': 131_072,
    'gemma-4': 262_144,
  },
  maxStops: 5,
  seedBits: 32,
  limits,
  tools: GOOGLE_TOOLS,
  format: GOOGLE_FORMAT,
  // Gemini accepts a response format or tools, but not both in one request.
  enforcesFormat: (_name, { responseFormat: format, tools }) => format?.type === 'json' && tools.length === 0,
  async connect({ id, name, about }) {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    const { sdkWire } = await import('../sdk-wire.ts')
    return sdkWire({
      id,
      acceptedMediaTypes,
      about,
      connect: async (fetch) =>
        createGoogleGenerativeAI({ apiKey: about.apiKey!, baseURL: about.baseUrl, fetch })(name),
      options: () => undefined,
    })
  },
}
