import type { Clock } from '#ground/base/clock.ts'
import { wholeCharacters } from '#ground/turn/whole-characters.ts'
import type { AgentEvents } from '#core/agent/log-events.ts'
import { FormatRefused, openAnswer } from './attempts.ts'
import { describeModelFailure, streamSilentFailure, type FailureContext } from './failure.ts'
import { modelFileKind, type ModelFileKind } from './files/kinds.ts'
import { fileNotice } from './files/notice.ts'
import { withFormat } from './format.ts'
import {
  ModelFailure,
  type FilePart,
  type LanguageModel,
  type ModelEvent,
  type ModelRequest,
  type ModelSettings,
} from './model.ts'
import type { ModelProvider } from './providers/record.ts'
import { createLearnedRefusals } from './refusals/learned.ts'
import { isSeedWithin } from './refusals/seed.ts'
import { watchForSilence } from './silence.ts'
import { endAtStop } from './stop.ts'
import { wireInDialect } from './tool-schemas/wire.ts'
import { writeFormat } from './tool-schemas/written-format.ts'
import type { ModelWire } from './wire.ts'

export interface ProviderDeps {
  clock: Clock
  random(): number
  /** Maximum milliseconds without a byte from the provider; default two minutes. */
  silenceMs?: number
  toolRefused?(refused: RefusedTool): void
  events?: Pick<AgentEvents, 'modelRetried' | 'modelAdapted'>
}

export interface RefusedTool {
  model: string
  tool: string
  /** Why the model's server refused the tool, for administrators and without the API key. */
  reason: string
}

export const MAX_SILENCE_MS = 120_000

interface Address {
  provider: ModelProvider
  name: string
  baseUrl: string | null
  apiKey: string | null
  inputs?: ReadonlySet<ModelFileKind> | null
}

export function createProviderModel(address: Address, deps: ProviderDeps): LanguageModel {
  const { maxStops, seedBits, acceptedMediaTypes, limits, enforcesFormat, connect, tools, format } =
    address.provider
  const id = `${address.provider.name}/${address.name}`
  const learned = createLearnedRefusals(deps.clock)
  const files = { acceptedMediaTypes, limits, inputs: address.inputs ?? null }
  let connecting: Promise<ModelWire> | null = null
  const wireFor = (about: FailureContext) =>
    (connecting ??= connect({ id, name: address.name, about, clock: deps.clock }).then((wire) =>
      wireInDialect(wire, tools, {
        tool(tool, error) {
          const { message, status } = describeModelFailure(error, about)
          deps.toolRefused?.({ model: id, tool, reason: message })
          deps.events?.modelAdapted({ model: id, status, what: `tool ${tool}` })
        },
        patterns(error) {
          const { status } = describeModelFailure(error, about)
          deps.events?.modelAdapted({ model: id, status, what: 'patterns in tools' })
        },
      }),
    ))

  async function* stream(given: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const about = contextOf(address)
    const needsFormat = enforces(given)
    const request = sendable(given, { maxStops, seedBits, format })
    const maxSilenceMs = deps.silenceMs ?? MAX_SILENCE_MS
    let limitMs = Math.min(given.startMs ?? Infinity, maxSilenceMs)
    using silence = watchForSilence(deps.clock, limitMs, signal)
    try {
      const wire = await wireFor(about)
      const { events, leftOut } = await openAnswer(
        { id, wire, about, request, silence, learned, files, needsFormat },
        deps,
      )
      silence.setLimit((limitMs = maxSilenceMs))
      const notice = fileNotice(leftOut, {
        limits,
        language: given.language ?? 'en',
        canOpen: request.tools.some(({ name }) => name === 'read_file'),
      })
      if (notice && request.responseFormat?.type !== 'json') yield { type: 'text', text: `${notice}\n\n` }
      const stops = given.stop ?? []
      const isCutHere = stops.length > maxStops || learned.changes().some(({ name }) => name === 'stop')
      const whole = wholeCharacters<ModelEvent>(events)
      for await (const event of isCutHere ? endAtStop(whole, stops) : whole) {
        silence.pause()
        yield event
        silence.resume()
      }
    } catch (error) {
      if (signal.aborted) return yield ABORTED
      if (error instanceof FormatRefused) throw error
      if (silence.isSilent()) throw streamSilentFailure(about, limitMs)
      throw describeModelFailure(error, about)
    }
  }

  const enforces = (request: ModelRequest) =>
    enforcesFormat(address.name, request) &&
    (request.responseFormat?.type !== 'json' || writeFormat(format, request.responseFormat).isExact) &&
    !learned.changes().some(({ name }) => name === 'response_format')
  const takesFile = ({ mediaType, data }: FilePart) => {
    const kind = modelFileKind(mediaType)
    const isAllowed = kind !== null && (files.inputs?.has(kind) ?? true) && !learned.refusesKind(kind)
    const isTooLarge = kind === 'pdf' && data.byteLength > (limits.totalBytes ?? Infinity)
    return isAllowed && acceptedMediaTypes.has(mediaType) && !isTooLarge && !learned.refusesFile(data)
  }
  const model = { id, stream, takesFile, ...(address.baseUrl !== null && { address: address.baseUrl }) }
  const formatted = withFormat(model, enforces)
  return {
    ...formatted,
    async *stream(request, signal) {
      try {
        yield* formatted.stream(request, signal)
      } catch (error) {
        if (!(error instanceof FormatRefused)) throw error
        yield* formatted.stream(request, signal)
      }
    },
  }
}

/** Replaces a `top_p` of 0, which some servers refuse. Both values allow only the most likely token. */
const MIN_TOP_P = 1e-6

const sendable = (
  request: ModelRequest,
  { maxStops, seedBits, format }: Pick<ModelProvider, 'maxStops' | 'seedBits' | 'format'>,
): ModelRequest => ({
  ...request,
  ...(request.stop && { stop: request.stop.filter((stop) => stop !== '').slice(0, maxStops) }),
  ...(request.responseFormat?.type === 'json' && {
    responseFormat: writeFormat(format, request.responseFormat).format,
  }),
  ...(request.settings && { settings: sendableSettings(request.settings, seedBits) }),
})

function sendableSettings({ seed, ...settings }: ModelSettings, seedBits: number): ModelSettings {
  return {
    ...settings,
    ...(settings.topP === 0 && { topP: MIN_TOP_P }),
    ...(seed !== undefined && isSeedWithin(seed, seedBits) && { seed }),
  }
}

const ABORTED: ModelEvent = {
  type: 'finish',
  reason: 'aborted',
  usage: { input: 0, output: 0, cached: 0, reasoning: 0 },
}

const contextOf = ({ provider, name, baseUrl, apiKey }: Address): FailureContext => {
  const { label, keyVariable, needsKey, defaultBaseUrl } = provider
  const address = baseUrl ?? defaultBaseUrl
  if (!address)
    throw new ModelFailure(
      'bad_request',
      `“${provider.name}/${name}” needs SVC_MODEL_BASE_URL in the Hub’s .env.`,
      { lack: 'setup' },
    )
  if (needsKey && !apiKey)
    throw new ModelFailure(
      'unauthorized',
      `${label} needs a key: set ${keyVariable} in the Hub’s .env and restart the Hub.`,
      { lack: 'setup' },
    )
  return { label, model: name, baseUrl: address.replace(/\/+$/, ''), keyVariable, apiKey }
}
