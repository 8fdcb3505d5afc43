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
