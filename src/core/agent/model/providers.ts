import type { Clock } from '#ground/base/clock.ts'
import type { FailureContext } from './failure.ts'
import type { ModelRequest } from './model.ts'
import type { ProviderName } from './provider-name.ts'
import type { Wire } from './wire.ts'

export interface ConnectOptions {
  /** `<provider>/<model>`. */
  id: string
  name: string
  about: FailureContext
  clock: Clock
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
  /** Whether the protocol knows stop sequences; where it doesn't, answers are cut here. */
  knowsStop: boolean
  /** Whether the provider itself sees to it that this request's answer is the JSON it asks for. */
  enforcesFormat(name: string, request: ModelRequest): boolean
  /** Load what speaks the protocol, at first use. */
  connect(options: ConnectOptions): Promise<Wire>
}

/** Models of Anthropic that write JSON of a given schema; older ones are asked in words. */
const ANTHROPIC_FORMATS =
  /^claude-(opus-4-[1-9]|(sonnet|haiku)-4-[5-9]|(opus|sonnet|haiku|fable|mythos)-[5-9])/

const PROVIDERS: Record<ProviderName, Provider> = {
  compatible: {
    label: 'the model server',
    keyVariable: 'SVC_MODEL_API_KEY',
    needsKey: false,
    defaultBaseUrl: null,
    knowsStop: true,
    enforcesFormat: () => false, // some servers take the field and do nothing about it
    connect: async (options) => (await import('./compatible/wire.ts')).compatibleWire(options),
  },
  openai: {
    label: 'OpenAI',
    keyVariable: 'OPENAI_API_KEY',
    needsKey: true,
    defaultBaseUrl: 'https://api.openai.com/v1',
    knowsStop: false,
    enforcesFormat: (_name, { responseFormat: format }) =>
      format?.type === 'json' && format.schema !== undefined,
    async connect({ id, name, about }) {
      const { createOpenAI } = await import('@ai-sdk/openai')
      const { sdkWire } = await import('./sdk-wire.ts')
      return sdkWire({
        id,
        provider: 'openai',
        about,
        connect: async (fetch) =>
          createOpenAI({ apiKey: about.apiKey!, baseURL: about.baseUrl, fetch }).responses(name),
        options: ({ settings, responseFormat: format }) => ({
          openai: {
            store: false, // conversations stay here
            ...defined({
              parallelToolCalls: settings?.parallelToolCalls,
              strictJsonSchema:
                format?.type === 'json' && format.schema ? (format.strict ?? false) : undefined,
            }),
          },
        }),
      })
    },
  },
  anthropic: {
    label: 'Anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    needsKey: true,
    defaultBaseUrl: 'https://api.anthropic.com/v1',
    knowsStop: true,
    enforcesFormat: (name, { responseFormat: format }) =>
      format?.type === 'json' && format.schema !== undefined && ANTHROPIC_FORMATS.test(name),
    async connect({ id, name, about }) {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      const { sdkWire } = await import('./sdk-wire.ts')
      return sdkWire({
        id,
        provider: 'anthropic',
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
  },
  google: {
    label: 'Google',
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    needsKey: true,
    defaultBaseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    knowsStop: true,
    // Not beside tools: it takes one or the other.
    enforcesFormat: (_name, { responseFormat: format, tools }) =>
      format?.type === 'json' && tools.length === 0,
    async connect({ id, name, about }) {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      const { sdkWire } = await import('./sdk-wire.ts')
      return sdkWire({
        id,
        provider: 'google',
        about,
        connect: async (fetch) =>
          createGoogleGenerativeAI({ apiKey: about.apiKey!, baseURL: about.baseUrl, fetch })(name),
        options: () => undefined,
      })
    },
  },
}

const defined = (fields: Record<string, boolean | undefined>): Record<string, boolean> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Record<
    string,
    boolean
  >

export const providerOf = (name: ProviderName): Provider => PROVIDERS[name]
