import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { Clock } from '#base/clock.ts'
import type { AgentEvents } from '../events.ts'
import { failureOf, notAStream, silentFor, type FailureContext } from './failure.ts'
import { ModelFailure, type Model, type ModelEvent, type ModelRequest } from './model.ts'
import { modelEvents } from './parts.ts'
import { callOptions } from './prompt.ts'
import { providerOf, type ProviderName } from './providers.ts'
import { retryDelay } from './retry.ts'
import { endAtStop } from './stop.ts'
import { watchForSilence, type SilenceWatch } from './silence.ts'

export interface ProviderDeps {
  clock: Clock
  /** Longest time without a byte from the provider; default two minutes. */
  silenceMs?: number
  events?: Pick<AgentEvents, 'modelRetried'>
}

const SILENCE_MS = 120_000

interface Address {
  provider: ProviderName
  name: string
  baseUrl: string | null
  apiKey: string | null
}

/** A model behind HTTP. Its provider's package is loaded when it is first used. */
export function createProviderModel(address: Address, deps: ProviderDeps): Model {
  const id = `${address.provider}/${address.name}`
  return {
    id,
    async *stream(request, signal) {
      const about = contextOf(address)
      using silence = watchForSilence(deps.clock, deps.silenceMs ?? SILENCE_MS)
      const stop = AbortSignal.any([signal, silence.signal])
      try {
        const parts = await open(address, about, deps, { id, request, silence, stop })
        const events = modelEvents(id, parts, about)
        const stops = providerOf(address.provider).knowsStop ? [] : (request.stop ?? [])
        for await (const event of stops.length > 0 ? endAtStop(events, stops) : events) {
          silence.pause()
          yield event
          silence.resume()
        }
      } catch (error) {
        if (signal.aborted) return yield ABORTED
        if (silence.signal.aborted) throw silentFor(about, deps.silenceMs ?? SILENCE_MS)
        throw failureOf(error, about)
      }
    },
  }
}

const ABORTED: ModelEvent = {
  type: 'finish',
  reason: 'aborted',
  usage: { input: 0, output: 0, cached: 0, reasoning: 0 },
}

/** @throws ModelFailure when something needed is not configured. */
const contextOf = ({ provider, name, baseUrl, apiKey }: Address): FailureContext => {
  const { label, keyVariable, needsKey, defaultBaseUrl } = providerOf(provider)
  const address = baseUrl ?? defaultBaseUrl
  if (!address)
    throw new ModelFailure('bad_request', `“${provider}/${name}” needs SVC_MODEL_BASE_URL in the Hub’s .env.`)
  if (needsKey && !apiKey)
    throw new ModelFailure(
      'unauthorized',
      `${label} needs a key: set ${keyVariable} in the Hub’s .env and start again.`,
    )
  return { label, model: name, baseUrl: address.replace(/\/+$/, ''), keyVariable, apiKey }
}

interface Call {
  id: string
  request: ModelRequest
  silence: SilenceWatch
  stop: AbortSignal
}

/** Send the request, again when that may help. Once the provider has begun to answer, nothing is sent twice. */
const open = async (
  { provider, name, apiKey }: Address,
  about: FailureContext,
  { clock, events }: ProviderDeps,
  { id, request, silence, stop }: Call,
): Promise<ReadableStream<LanguageModelV4StreamPart>> => {
  const { connect, options } = providerOf(provider)
  const language = await connect({
    name,
    apiKey,
    baseUrl: about.baseUrl,
    fetch: listeningFetch(silence, about),
  })
  for (let failures = 1; ; failures++) {
    try {
      const result = await language.doStream({
        ...callOptions(id, request),
        providerOptions: options,
        abortSignal: stop,
      })
      return result.stream
    } catch (error) {
      const waitMs = stop.aborted ? null : retryDelay(error, failures, clock.now())
      if (waitMs === null) throw error
      const { code, status } = failureOf(error, about)
      events?.modelRetried({ model: id, attempt: failures, waitMs, code, status })
      silence.pause()
      await clock.sleep(waitMs, stop)
      silence.resume()
    }
  }
}

/** What web pages and plain answers say of themselves. Servers that say nothing or nonsense are given a chance. */
const NO_STREAM = /^(text\/html|application\/json)\b/i

/** A fetch that reports every byte, also of comments that only keep the connection open, and follows no redirect. */
const listeningFetch =
  (silence: SilenceWatch, about: FailureContext): typeof globalThis.fetch =>
  async (input, init) => {
    // A redirect would take the key, or turn the POST into a GET.
    const response = await fetch(input, { ...init, redirect: 'manual' })
    silence.heard()
    if (!response.body) return response
    if (response.ok && NO_STREAM.test(response.headers.get('content-type') ?? '')) {
      await response.body.cancel()
      throw notAStream(about)
    }
    const heard = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        silence.heard()
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body.pipeThrough(heard), response)
  }
