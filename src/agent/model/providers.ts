import type { LanguageModelV4 } from '@ai-sdk/provider'

export type Fetch = typeof globalThis.fetch

export interface ConnectOptions {
  name: string
  baseUrl: string
  apiKey: string | null
  fetch: Fetch
}

/** A family of models behind one HTTP protocol. */
export interface Provider {
  /** What people call it. */
  label: string
  /** The variable that holds its key. */
  keyVariable: string
  needsKey: boolean
  /** Null: there is no usual address. */
  defaultBaseUrl: string | null
  /** Provider options sent with every request. */
  options?: Record<string, Record<string, string | number | boolean>>
  /** Whether the protocol knows stop sequences; where it doesn't, answers are cut here. */
  knowsStop: boolean
  /** Load the provider's package, at first use. */
  connect(options: ConnectOptions): Promise<LanguageModelV4>
}

const PROVIDERS = {
  compatible: {
    label: 'the model server',
    keyVariable: 'SVC_MODEL_API_KEY',
    needsKey: false,
    defaultBaseUrl: null,
    knowsStop: true,
    connect: async ({ name, baseUrl, apiKey, fetch }) => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const provider = createOpenAICompatible({
        name: 'compatible',
        baseURL: baseUrl,
        apiKey: apiKey ?? undefined,
        includeUsage: true, // without it a stream carries no usage
        fetch,
      })
      return provider.chatModel(name)
    },
  },
  openai: {
    label: 'OpenAI',
    keyVariable: 'OPENAI_API_KEY',
    needsKey: true,
    defaultBaseUrl: 'https://api.openai.com/v1',
    options: { openai: { store: false } }, // conversations stay here
    knowsStop: false,
    connect: async ({ name, baseUrl, apiKey, fetch }) => {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ apiKey: apiKey!, baseURL: baseUrl, fetch }).responses(name)
    },
  },
  anthropic: {
    label: 'Anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    needsKey: true,
    defaultBaseUrl: 'https://api.anthropic.com/v1',
    knowsStop: true,
    connect: async ({ name, baseUrl, apiKey, fetch }) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ apiKey: apiKey!, baseURL: baseUrl, fetch })(name)
    },
  },
  google: {
    label: 'Google',
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    needsKey: true,
    defaultBaseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    knowsStop: true,
    connect: async ({ name, baseUrl, apiKey, fetch }) => {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      return createGoogleGenerativeAI({ apiKey: apiKey!, baseURL: baseUrl, fetch })(name)
    },
  },
} satisfies Record<string, Provider>

export type ProviderName = keyof typeof PROVIDERS

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as ProviderName[]

export const isProviderName = (name: string): name is ProviderName => Object.hasOwn(PROVIDERS, name)

export const providerOf = (name: ProviderName): Provider => PROVIDERS[name]
