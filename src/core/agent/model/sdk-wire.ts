import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { createStreamParser, type StreamData } from '#ground/base/event-stream/parse.ts'
import { wellFormedJson } from '#ground/base/json/well-formed.ts'
import { notStreamFailure, type FailureContext } from './failure.ts'
import type { ModelRequest } from './model.ts'
import { modelEvents } from './parts.ts'
import { callOptions, type Prompted, type ProviderOptions } from './prompt.ts'
import { isErrorReport, toServerReport, readErrorReport } from './reported.ts'
import type { ModelListener, ModelWire } from './wire.ts'
import { isExactNumber } from '#ground/base/json/exact-number.ts'
import { markNumbers } from '#ground/base/json/marks.ts'
import { mayLoseDigits, parseJson } from '#ground/base/json/parse.ts'

export type Fetch = typeof globalThis.fetch

export interface SdkWireOptions extends Prompted {
  about: FailureContext
  connect(fetch: Fetch): Promise<LanguageModelV4>
  options(request: ModelRequest): ProviderOptions
}

export function sdkWire({ about, connect, options, ...model }: SdkWireOptions): ModelWire {
  return {
    async open(request, listener, stop) {
      const callSettings = {
        ...callOptions(model, request),
        providerOptions: options(request),
        abortSignal: stop,
      }
      let failure: Error | null = null
      const failed = (error: Error) => void (failure = error)
      const streamed = async () =>
        (await connect(listeningFetch(listener, about, failed))).doStream(callSettings)
      const { stream } = await streamed().catch(async (error: unknown) => {
        if (!(error instanceof WholeAnswer)) throw error
        const language = await connect(async () => new Response(error.json, { headers: JSON_TYPE }))
        return { stream: partsOf(await language.doGenerate(callSettings)) }
      })
      return modelEvents(model.id, stream as AsyncIterable<LanguageModelV4StreamPart>, about, () => failure)
    },
  }
}

class WholeAnswer extends Error {
  readonly json: string
  constructor(json: string) {
    super('The answer is no stream.')
    this.json = json
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** @param failed Receives a stream's error, because an error in the stream would discard buffered events. */
const listeningFetch =
  (listener: ModelListener, about: FailureContext, failed: (error: Error) => void): Fetch =>
  async (input, init) => {
    const sentAt = performance.now()
    // Following a redirect could send the API key to another server, or turn the POST into a GET.
    const body =
      typeof init?.body === 'string' ? wellFormedJson(listener.sentBody(init.body).toString()) : init?.body
    const response = await fetch(input, { ...init, ...(body && { body }), redirect: 'manual' })
    listener.waited(performance.now() - sentAt)
    listener.recordBytes()
    const { ok, status, headers, body: answer } = response
    if (!answer) return response
    const pieces = watchBytes(answer, listener)
    if (!ok)
      throw await readErrorReport(pieces, {
        statusCode: status,
        responseHeaders: Object.fromEntries(headers),
      })
    if (/^text\/html\b/i.test(headers.get('content-type') ?? '')) {
      await answer.cancel()
      throw notStreamFailure(about)
    }
    const events = plainEvents(pieces)
    const first = await events.next()
    if (first.done) throw notStreamFailure(about)
    return new Response(streamOf(frames(first.value, events, failed)))
  }

async function* watchBytes(
  body: ReadableStream<Uint8Array>,
  listener: ModelListener,
): AsyncGenerator<Uint8Array, void, void> {
  const pieces = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const askedAt = performance.now()
      const { done, value } = await pieces.next()
      listener.waited(performance.now() - askedAt)
      if (done) return
      listener.recordBytes()
      yield value
    }
  } finally {
    await pieces.return?.()
  }
}

async function* plainEvents(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const parser = createStreamParser()
  for await (const piece of pieces) for (const event of parser.push(piece)) yield checkedEvent(event)
  for (const event of parser.end()) {
    const data = checkedEvent(event)
    if (parser.isJson()) throw new WholeAnswer(data)
    yield data
  }
}

const checkedEvent = (event: StreamData): string => {
  if (typeof event !== 'string') throw toServerReport(event.error)
  const value = MAY_BE_ERROR.test(event) ? jsonOf(event) : null
  if (value && isErrorReport(value)) throw toServerReport(value)
  return withMarkedCalls(event)
}

/** An event without these words contains no error, so it is not parsed. */
const MAY_BE_ERROR = /"(error|detail)"/

async function* frames(
  first: string,
  others: AsyncIterable<string>,
  failed: (error: Error) => void,
): AsyncGenerator<Uint8Array> {
  yield frameOf(first)
  try {
    for await (const event of others) yield frameOf(event)
  } catch (error) {
    failed(error as Error)
  }
}

const streamOf = (pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await pieces.return(undefined)),
    },
    { highWaterMark: 0 },
  )

const frameOf = (event: string): Uint8Array => Buffer.from(`data: ${event.replaceAll('\n', '\ndata: ')}\n\n`)

const jsonOf = (text: string): object | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** The SDK would round exact numbers in a call's input, so marked strings replace them. */
function withMarkedCalls(event: string): string {
  if (!/"(?:functionCall|tool_use)"/.test(event) || !mayLoseDigits(event)) return event
  try {
    return JSON.stringify(marked(parseJson(event)))
  } catch {
    return event
  }
}

const INPUTS: ReadonlySet<string> = new Set(['args', 'input'])

function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked)
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, INPUTS.has(key) ? markNumbers(part) : marked(part)]),
  )
}

type Generated = Awaited<ReturnType<LanguageModelV4['doGenerate']>>

async function* partsOf({
  content,
  finishReason,
  usage,
}: Generated): AsyncGenerator<LanguageModelV4StreamPart> {
  for (const [index, part] of content.entries()) {
    if (part.type !== 'text' && part.type !== 'reasoning') {
      yield part
      continue
    }
    const { type, text, providerMetadata } = part
    const id = String(index)
    yield { type: `${type}-delta`, id, delta: text, providerMetadata }
    yield { type: `${type}-end`, id }
  }
  yield { type: 'finish', finishReason, usage }
}
