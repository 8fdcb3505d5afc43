import type { Clock } from '#ground/base/clock.ts'
import { wholeCharacters } from '#ground/turn/whole-characters.ts'
import type { AgentEvents } from '#core/agent/log-events.ts'
import { failureOf, silentFor, type FailureContext } from './failure.ts'
import { withFormat } from './format.ts'
import { ModelFailure, type Model, type ModelEvent, type ModelRequest } from './model.ts'
import type { ModelProvider } from './providers/record.ts'
import { retryDelay } from './retry.ts'
import { endAtStop } from './stop.ts'
import { watchForSilence, type SilenceWatch } from './silence.ts'
import { wireInDialect } from './tool-schemas/wire.ts'
import type { Wire } from './wire.ts'

export interface ProviderDeps {
  clock: Clock
  /** From 0 to 1, for pauses between tries. */
  random(): number
  /** Longest time without a byte from the provider; default two minutes. */
  silenceMs?: number
  /** Receives each tool that a model's server refuses, and that requests leave out from then on. */
  toolRefused?(refused: RefusedTool): void
  events?: Pick<AgentEvents, 'modelRetried' | 'modelAdapted'>
}

export interface RefusedTool {
  /** `<provider>/<model>`. */
  model: string
  tool: string
  /** For administrators; without the key. */
  reason: string
}

const SILENCE_MS = 120_000

interface Address {
  provider: ModelProvider
  name: string
  baseUrl: string | null
  apiKey: string | null
}

/** A model behind HTTP. What speaks its protocol is loaded when it is first used. */
export function createProviderModel(address: Address, deps: ProviderDeps): Model {
  const { knowsStop, enforcesFormat, connect, tools } = address.provider
  const id = `${address.provider.name}/${address.name}`
  let connecting: Promise<Wire> | null = null
  const wireFor = (about: FailureContext) =>
    (connecting ??= connect({ id, name: address.name, about, clock: deps.clock }).then((wire) =>
      wireInDialect(wire, tools, (tool, error) => {
        const { message, status } = failureOf(error, about)
        deps.toolRefused?.({ model: id, tool, reason: message })
        deps.events?.modelAdapted({ model: id, status, what: `tool ${tool}` })
      }),
    ))

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const about = contextOf(address)
    using silence = watchForSilence(deps.clock, deps.silenceMs ?? SILENCE_MS, signal)
    try {
      const events = wholeCharacters<ModelEvent>(
        await open(await wireFor(about), about, deps, { id, request, silence }),
      )
      const stops = knowsStop ? [] : (request.stop ?? [])
      for await (const event of stops.length > 0 ? endAtStop(events, stops) : events) {
        silence.pause()
        yield event
        silence.resume()
      }
    } catch (error) {
      if (signal.aborted) return yield ABORTED
      if (silence.isSilent()) throw silentFor(about, deps.silenceMs ?? SILENCE_MS)
      throw failureOf(error, about)
    }
  }

  return withFormat({ id, stream }, (request) => enforcesFormat(address.name, request))
}

const ABORTED: ModelEvent = {
  type: 'finish',
  reason: 'aborted',
  usage: { input: 0, output: 0, cached: 0, reasoning: 0 },
}

/** @throws ModelFailure when something needed is not configured. */
const contextOf = ({ provider, name, baseUrl, apiKey }: Address): FailureContext => {
  const { label, keyVariable, needsKey, defaultBaseUrl } = provider
  const address = baseUrl ?? defaultBaseUrl
  if (!address)
    throw new ModelFailure(
      'bad_request',
      `“${provider.name}/${name}” needs SVC_MODEL_BASE_URL in the Hub’s .env.`,
    )
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
}

/** Send the request, again when that may help. Once the provider has begun to answer, nothing is sent twice. */
const open = async (
  wire: Wire,
  about: FailureContext,
  { clock, random, events }: ProviderDeps,
  { id, request, silence }: Call,
): Promise<AsyncIterable<ModelEvent>> => {
  const stop = silence.signal
  const waited = (ms: number) => request.waited?.(ms)
  const listener = { heard: () => silence.heard(), waited }
  for (let failures = 1; ; failures++) {
    try {
      return await wire.open(request, listener, stop)
    } catch (error) {
      const waitMs = stop.aborted ? null : retryDelay(error, failures, clock.now(), random())
      if (waitMs === null) throw error
      const { code, status } = failureOf(error, about)
      events?.modelRetried({ model: id, attempt: failures, waitMs, code, status })
      silence.pause()
      await clock.sleep(waitMs, stop)
      silence.resume()
      waited(waitMs)
    }
  }
}
