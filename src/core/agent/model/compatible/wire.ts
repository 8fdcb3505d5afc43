import type { Clock } from '#ground/base/clock.ts'
import { createStreamParser, type StreamData } from '#ground/base/event-stream/parse.ts'
import { newId } from '#ground/base/ids.ts'
import { uncompressed, type Pieces } from '#ground/base/network/answer.ts'
import { openHttpConnections } from '#ground/base/network/connections.ts'
import { notStreamFailure, type FailureContext } from '../failure.ts'
import type { ModelEvent } from '../model.ts'
import type { ModelListener, ModelWire } from '../wire.ts'
import { requestBody } from './body.ts'
import { createChunkReader } from './chunks.ts'
import { readErrorReport } from '../reported.ts'

export interface CompatibleOptions {
  id: string
  name: string
  acceptedMediaTypes: ReadonlySet<string>
  about: FailureContext
  clock: Clock
}

/** No timeouts: `SilenceWatch` detects a silent server. */
const connections = openHttpConnections({
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 4000,
  keepAliveMaxTimeout: 4000,
})

export function compatibleWire({ id, name, acceptedMediaTypes, about, clock }: CompatibleOptions): ModelWire {
  const url = new URL(`${about.baseUrl}/chat/completions`)
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'text/event-stream' }
  if (about.apiKey) headers['authorization'] = `Bearer ${about.apiKey}`
  return {
    async open(request, listener, stop) {
      const body = listener.sentBody(await requestBody({ id, name, acceptedMediaTypes }, request))
      const sentAt = performance.now()
      const response = await connections.ask(url, {
        method: 'POST',
        headers: { ...request.headers, ...headers },
        body,
        signal: stop,
      })
      listener.waited(performance.now() - sentAt)
      listener.recordBytes()
      const answer = uncompressed(response)
      if (!answer || (isSuccess(response.statusCode) && isPage(response.headers['content-type']))) {
        response.body.discard()
        throw notStreamFailure(about)
      }
      if (!isSuccess(response.statusCode))
        throw await readErrorReport(answer, {
          statusCode: response.statusCode,
          responseHeaders: response.headers,
        })
      const tools = new Set(request.tools.map((tool) => tool.name))
      const reader = createChunkReader({ modelId: id, about, newCallId: newId, tools })
      return events(answer, reader, listener, clock)
    },
  }
}

const isSuccess = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300

/** Matches only HTML, because servers send valid streams with various content types. */
const isPage = (type: string | string[] | undefined): boolean =>
  typeof type === 'string' && /^text\/html\b/i.test(type)

async function* events(
  body: Pieces,
  reader: ReturnType<typeof createChunkReader>,
  listener: ModelListener,
  clock: Clock,
): AsyncGenerator<ModelEvent> {
  let ended = false
  const parser = createStreamParser()
  try {
    for (;;) {
      const askedAt = performance.now()
      const { done, value } = await body.next()
      listener.waited(performance.now() - askedAt)
      const complete = done ? parser.end() : parser.push(value)
      if (!done) listener.recordBytes()
      const last = complete.indexOf('[DONE]')
      yield* eventsOf(last === -1 ? complete : complete.slice(0, last), reader)
      if (last !== -1) {
        ended = done === true || (await endsSoon(body, clock))
        return yield* reader.end('done')
      }
      if (done) {
        ended = true
        return yield* reader.end('closed')
      }
    }
  } finally {
    if (!ended) body.discard()
  }
}

function* eventsOf(
  chunks: readonly StreamData[],
  reader: ReturnType<typeof createChunkReader>,
): Generator<ModelEvent> {
  let gathered = null as Extract<ModelEvent, { text: string }> | null
  try {
    for (const data of chunks)
      for (const event of reader.read(data)) {
        const isText = event.type === 'text' || event.type === 'reasoning'
        if (isText && event.type === gathered?.type) gathered = { ...event, text: gathered.text + event.text }
        else {
          if (gathered) yield gathered
          gathered = isText ? event : null
          if (!isText) yield event
        }
      }
  } catch (error) {
    if (gathered) yield gathered
    throw error
  }
  if (gathered) yield gathered
}

const LAST_BYTE_MS = 100

/** Reads the body to its end so that the connection can be reused, but waits at most `LAST_BYTE_MS`. */
const endsSoon = (body: Pieces, clock: Clock): Promise<boolean> =>
  new Promise((resolve) => {
    const cancel = clock.after(LAST_BYTE_MS, () => resolve(false))
    const settle = (isEnd: boolean) => {
      cancel()
      resolve(isEnd)
    }
    body.next().then(
      ({ done }) => settle(done === true),
      () => settle(false),
    )
  })
