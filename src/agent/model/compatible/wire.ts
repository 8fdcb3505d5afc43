import type { Dispatcher } from 'undici'
import type { Clock } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { Agent, send } from '#base/network/undici.ts'
import { notAStream, type FailureContext } from '../failure.ts'
import type { ModelEvent } from '../model.ts'
import type { Listener, Wire } from '../wire.ts'
import { requestBody } from './body.ts'
import { createChunkReader } from './chunks.ts'
import { createEventParser } from './sse.ts'

export interface CompatibleOptions {
  /** `compatible/<name>`. */
  id: string
  name: string
  about: FailureContext
  clock: Clock
}

type Body = Dispatcher.ResponseData['body']

/** Silence is watched over elsewhere, on the clock; connections that nobody uses close soon. */
const connections = new Agent({
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 4000,
  keepAliveMaxTimeout: 4000,
})

/** Any server that speaks the OpenAI chat protocol. */
export function compatibleWire({ id, name, about, clock }: CompatibleOptions): Wire {
  const url = new URL(`${about.baseUrl}/chat/completions`)
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'text/event-stream' }
  if (about.apiKey) headers['authorization'] = `Bearer ${about.apiKey}`
  return {
    async open(request, listener, stop) {
      const body = requestBody(id, name, request)
      const sentAt = performance.now()
      const response = await send(connections, url, {
        method: 'POST',
        headers: { ...request.headers, ...headers },
        body,
        signal: stop,
      })
      listener.waited(performance.now() - sentAt)
      listener.heard()
      if (response.statusCode !== 200)
        throw await refusalOf(response.statusCode, response.headers, response.body)
      const type = response.headers['content-type']
      if (typeof type === 'string' && NO_STREAM.test(type)) {
        discard(response.body)
        throw notAStream(about)
      }
      return events(response.body, createChunkReader(id, about, newId), listener, clock)
    },
  }
}

/** Let a body go that nobody wants; that it was not read to its end is no error. */
const discard = (body: Body) => void body.on('error', () => {}).destroy()

/** What web pages and plain answers say of themselves. Servers that say nothing or nonsense are given a chance. */
const NO_STREAM = /^(text\/html|application\/json)\b/i

async function* events(
  body: Body,
  reader: ReturnType<typeof createChunkReader>,
  listener: Listener,
  clock: Clock,
): AsyncGenerator<ModelEvent> {
  let ended = false
  const parser = createEventParser()
  const chunks = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const askedAt = performance.now()
      const { done, value } = await chunks.next()
      listener.waited(performance.now() - askedAt)
      const complete = done ? parser.end() : parser.push(value)
      if (!done) listener.heard()
      const last = complete.indexOf('[DONE]')
      yield* eventsOf(last === -1 ? complete : complete.slice(0, last), reader)
      if (last !== -1) {
        ended = done === true || (await endsSoon(chunks, clock))
        return yield* reader.end()
      }
      if (done) {
        ended = true
        return yield* reader.end()
      }
    }
  } finally {
    if (!ended) discard(body)
  }
}

/** Text that came together is passed on together: under load, that saves most of the work. */
function* eventsOf(
  chunks: readonly string[],
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

/** Read to the end, so that the connection can be used again; a server that keeps it open is not waited for. */
const endsSoon = (chunks: AsyncIterator<Buffer>, clock: Clock): Promise<boolean> =>
  new Promise((resolve) => {
    const cancel = clock.after(LAST_BYTE_MS, () => resolve(false))
    const settle = (isEnd: boolean) => {
      cancel()
      resolve(isEnd)
    }
    chunks.next().then(
      ({ done }) => settle(done === true),
      () => settle(false),
    )
  })

/** An error as `failureOf` and `retryDelay` read it. */
const refusalOf = async (
  statusCode: number,
  responseHeaders: Record<string, string | string[] | undefined>,
  body: Body,
): Promise<Error> => {
  const said = await readSome(body).catch(() => '')
  return Object.assign(new Error(messageIn(said)), { statusCode, responseHeaders, code: codeIn(said) })
}

const MAX_ERROR = 64 * 1024

const readSome = async (body: Body): Promise<string> => {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(piece)
    size += piece.length
    if (size > MAX_ERROR) break
  }
  return Buffer.concat(pieces).toString()
}

const errorIn = (text: string): { message?: unknown; code?: unknown } => {
  try {
    const body = JSON.parse(text) as { error?: unknown; message?: unknown; detail?: unknown }
    if (typeof body.error === 'object' && body.error !== null) return body.error
    return { message: body.error ?? body.message ?? body.detail }
  } catch {
    return /<html|<!doctype/i.test(text) ? {} : { message: text }
  }
}

const messageIn = (text: string): string => {
  const { message } = errorIn(text)
  return typeof message === 'string' ? message : ''
}

const codeIn = (text: string): unknown => errorIn(text).code
