import { Agent, request, type Dispatcher } from 'undici'
import type { Readable } from 'node:stream'
import type { Clock } from '#base/clock.ts'
import type { Connection } from './connection.ts'

const LIST_TIMEOUT_MS = 3000
const LONGEST_LIST_BYTES = 4 * 1024 * 1024
/** Longest silence of an upstream that works on an answer; bridges say something every 15 seconds. */
const IDLE_MS = 10 * 60_000

/** An entry of an upstream's model list. Everything but the id is passed on as it came. */
export interface UpstreamModel {
  id: string
  [field: string]: unknown
}

export interface UpstreamAnswer {
  status: number
  contentType: string
  body: Readable
}

/** Calls to connections. Disposing closes its sockets. */
export interface UpstreamClient extends AsyncDisposable {
  /** @throws Error when the connection does not answer with a list in time. */
  models(connection: Connection): Promise<UpstreamModel[]>
  /** @throws Error when the connection can't be reached. Any status is an answer. */
  complete(connection: Connection, call: CompletionCall): Promise<UpstreamAnswer>
}

export interface CompletionCall {
  body: unknown
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
}

export function createUpstreamClient({ clock }: { clock: Clock }): UpstreamClient {
  const dispatcher = new Agent({
    connect: { timeout: 5000 },
    headersTimeout: IDLE_MS,
    bodyTimeout: IDLE_MS,
    keepAliveTimeout: 10_000,
  })
  return {
    async models(connection) {
      if (connection.modelIds.length > 0) return connection.modelIds.map((id) => ({ id }))
      return within(clock, LIST_TIMEOUT_MS, async (signal) => {
        const url = `${connection.url}/models`
        const { statusCode, body } = await request(url, {
          dispatcher,
          headers: headersOf(connection),
          signal,
        })
        const text = await readAtMost(body, LONGEST_LIST_BYTES)
        if (statusCode !== 200) throw new Error(`answered ${statusCode}`)
        return entriesOf(JSON.parse(text))
      })
    },

    async complete(connection, { body, headers, signal }) {
      const {
        statusCode,
        headers: answered,
        body: stream,
      } = await request(`${connection.url}/chat/completions`, {
        dispatcher,
        method: 'POST',
        headers: { ...headersOf(connection), 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal,
      })
      return { status: statusCode, contentType: String(answered['content-type'] ?? ''), body: stream }
    },

    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  }
}

const headersOf = (connection: Connection): Record<string, string> => ({
  ...connection.headers,
  accept: 'application/json, text/event-stream',
  ...(connection.key ? { authorization: `Bearer ${connection.key}` } : {}),
})

/** Run `work` with a signal that aborts after `ms`. */
async function within<T>(clock: Clock, ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const done = new AbortController()
  clock.sleep(ms, done.signal).then(
    () => late.abort(new Error(`no answer within ${ms} ms`)),
    () => {},
  )
  try {
    return await work(late.signal)
  } finally {
    done.abort()
  }
}

async function readAtMost(body: Dispatcher.ResponseData['body'], limit: number): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > limit) throw new Error(`answered more than ${limit} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

const entriesOf = (answer: unknown): UpstreamModel[] => {
  const { data } = (answer ?? {}) as { data?: unknown }
  if (!Array.isArray(data)) throw new Error('answered without a list of models')
  return data.filter(
    (entry): entry is UpstreamModel =>
      typeof entry === 'object' && entry !== null && typeof (entry as UpstreamModel).id === 'string',
  )
}
