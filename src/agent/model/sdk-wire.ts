import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { notAStream, type FailureContext } from './failure.ts'
import type { ModelRequest } from './model.ts'
import { modelEvents } from './parts.ts'
import { callOptions } from './prompt.ts'
import type { ProviderName } from './provider-name.ts'
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
      const language = await connect(listeningFetch(listener, about))
      const { stream } = await language.doStream({
        ...callOptions({ id, provider }, request),
        providerOptions: options(request),
        abortSignal: stop,
      })
      return modelEvents(id, stream as AsyncIterable<LanguageModelV4StreamPart>, about)
    },
  }
}

/** What web pages and plain answers say of themselves. Servers that say nothing or nonsense are given a chance. */
const NO_STREAM = /^(text\/html|application\/json)\b/i

/** A fetch that reports every byte, also of comments that only keep the connection open, and follows no redirect. */
const listeningFetch =
  (listener: Listener, about: FailureContext): Fetch =>
  async (input, init) => {
    const sentAt = performance.now()
    // A redirect would take the key, or turn the POST into a GET.
    const response = await fetch(input, { ...init, redirect: 'manual' })
    listener.waited(performance.now() - sentAt)
    listener.heard()
    if (!response.body) return response
    if (response.ok && NO_STREAM.test(response.headers.get('content-type') ?? '')) {
      await response.body.cancel()
      throw notAStream(about)
    }
    const reader = response.body.getReader()
    const heard = new ReadableStream<Uint8Array>(
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
    return new Response(heard, response)
  }
