import { parseHeaderLines, type HeaderFields, type HeaderLines } from './engine/fields.ts'
import type { AnswerListener, UpstreamConnection } from './engine/upstream-connection.ts'
import type { UpstreamFailure } from './engine/upstream-failure.ts'
import { edgeFailure } from './failure.ts'
import { responseHeaders } from './headers.ts'
import type { ConnectionWaiter, Upstream } from './upstream.ts'

export interface WholeAnswer {
  status: number
  reason: string
  fields: HeaderFields
  body: Buffer
}

export interface WholeRequest {
  path: string
  headers: HeaderLines
  signal: AbortSignal
}

const MAX_BODY_BYTES = 16 * 1024 * 1024

export async function fetchWholeFromAny(
  upstreams: readonly Upstream[],
  request: WholeRequest,
): Promise<WholeAnswer> {
  for (const [index, upstream] of upstreams.entries()) {
    try {
      return await fetchWhole(upstream, request)
    } catch (error) {
      if (index === upstreams.length - 1 || !edgeFailure(error as UpstreamFailure).isUnsent) throw error
    }
  }
  throw new Error('no upstream is available')
}

/** @throws if the upstream does not respond or breaks off, or if the body exceeds `MAX_BODY_BYTES`. */
export async function fetchWhole(upstream: Upstream, request: WholeRequest): Promise<WholeAnswer> {
  try {
    return await fetchOnce(upstream, request)
  } catch (error) {
    // A healthy upstream may have closed a reused connection, so the request is sent over a new connection.
    if (!edgeFailure(error as UpstreamFailure).connectionLost || request.signal.aborted) throw error
    return fetchOnce(upstream, request, true)
  }
}

function fetchOnce(
  upstream: Upstream,
  { path, headers, signal }: WholeRequest,
  isNew = false,
): Promise<WholeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WholeAnswer>()
  const pieces: Buffer[] = []
  let length = 0
  let answer: Omit<WholeAnswer, 'body'> = { status: 0, reason: '', fields: parseHeaderLines('') }
  let connection: UpstreamConnection | null = null
  const stop = (reason: Error) => {
    connection?.destroy()
    reject(reason)
  }
  const stopped = () => stop(new Error('the request was cancelled'))
  signal.addEventListener('abort', stopped)
  const waiter: ConnectionWaiter & AnswerListener = {
    connected(free) {
      if (signal.aborted) return free.destroy()
      connection = free
      const host = parseHeaderLines(headers).value('host') === undefined ? `Host: ${upstream.host}\r\n` : ''
      const head = `GET ${path} HTTP/1.1\r\n${host}${headers}\r\n`
      free.send({ head, method: 'GET', hasBody: false, isWebsocketUpgrade: false }, waiter)
    },
    answered({ status, reason, fields }) {
      answer = { status, reason, fields: parseHeaderLines(responseHeaders(fields, status)) }
      return { asSent: false }
    },
    piece(bytes) {
      length += bytes.length
      pieces.push(Buffer.from(bytes))
      if (length > MAX_BODY_BYTES) stop(new Error('the answer is too large'))
    },
    ended: () => resolve({ ...answer, body: Buffer.concat(pieces) }),
    failed: reject,
    paused() {},
    drained() {},
    upgraded() {},
  }
  upstream.reach(waiter, { isNew })
  return promise.finally(() => signal.removeEventListener('abort', stopped))
}
