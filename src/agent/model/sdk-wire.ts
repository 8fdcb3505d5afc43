import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { notAStream, type FailureContext } from './failure.ts'
import type { ModelRequest } from './model.ts'
import { modelEvents } from './parts.ts'
import { callOptions } from './prompt.ts'
import { isTrouble, reported } from './reported.ts'
import type { ProviderName } from './provider-name.ts'
import { partsOf } from './whole-answer.ts'
import type { Listener, Wire } from './wire.ts'

export type Fetch = typeof globalThis.fetch

export interface SdkWireOptions {
  /** `<provider>/<model>`. */
  id: string
  provider: ProviderName
  about: FailureContext
  /** The provider's package at work, over a fetch that listens. */
  connect(fetch: Fetch): Promise<LanguageModelV4>
  options(request: ModelRequest): LanguageModelV4CallProviderOptions
}

export type LanguageModelV4CallProviderOptions = Parameters<LanguageModelV4['doStream']>[0]['providerOptions']

/** A provider that a package speaks to. */
export function sdkWire({ id, provider, about, connect, options }: SdkWireOptions): Wire {
  return {
    async open(request, listener, stop) {
      const asked = {
        ...callOptions({ id, provider }, request),
        providerOptions: options(request),
        abortSignal: stop,
      }
      const streamed = async () => (await connect(listeningFetch(listener, about))).doStream(asked)
      const { stream } = await streamed().catch(async (error: unknown) => {
        if (!(error instanceof WholeAnswer)) throw error
        const language = await connect(async () => new Response(error.json, { headers: JSON_TYPE }))
        return { stream: partsOf(await language.doGenerate(asked)) }
      })
      return modelEvents(id, stream as AsyncIterable<LanguageModelV4StreamPart>, about)
    },
  }
}

/** An answer that came whole although a stream was asked for. */
class WholeAnswer extends Error {
  readonly json: string
  constructor(json: string) {
    super('The answer is no stream.')
    this.json = json
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** A fetch that reports every byte, also of comments that only keep the connection open, and follows no redirect. */
const listeningFetch =
  (listener: Listener, about: FailureContext): Fetch =>
  async (input, init) => {
    const sentAt = performance.now()
    // A redirect would take the key, or turn the POST into a GET.
    const response = await fetch(input, { ...init, redirect: 'manual' })
    listener.waited(performance.now() - sentAt)
    listener.heard()
    const type = response.headers.get('content-type') ?? ''
    if (response.ok && /^text\/html\b/i.test(type)) {
      await response.body?.cancel()
      throw notAStream(about)
    }
    if (!response.body) return response
    const body = heardBody(response.body, listener)
    if (response.ok && !/^application\/json\b/i.test(type)) return new Response(body, response)
    const text = await new Response(body).text()
    if (!response.ok) throw reported(text, statusOf(response))
    if (/^(data|event|id|retry)?:/m.test(text)) return new Response(text) // a stream, whatever it is called
    const value = jsonOf(text)
    if (!value) throw notAStream(about)
    throw isTrouble(value) ? reported(value) : new WholeAnswer(text)
  }

const heardBody = (body: ReadableStream<Uint8Array>, listener: Listener): ReadableStream<Uint8Array> => {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const askedAt = performance.now()
        const { done, value } = await reader.read()
        listener.waited(performance.now() - askedAt)
        if (done) return controller.close()
        listener.heard()
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 }, // time in which nobody asks for more is not the provider's
  )
}

const statusOf = ({ status, headers }: Response) => ({
  statusCode: status,
  responseHeaders: Object.fromEntries(headers),
})

const jsonOf = (text: string): object | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
