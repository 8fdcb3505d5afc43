import { isNamed, linesOf } from './engine/fields.ts'
import type { AnswerListener, UpstreamConnection } from './engine/upstream-connection.ts'
import type { UpstreamFailure } from './engine/upstream-failure.ts'
import { failureOf } from './failure.ts'
import { responseHeaders } from './headers.ts'
import type { Asker, Upstream } from './upstream.ts'

export interface WholeAnswer {
  status: number
  /** Alternating names and values. */
  headers: string[]
  body: Buffer
}

export interface WholeRequest {
  path: string
  /** Alternating names and values. */
  headers: readonly string[]
  signal: AbortSignal
}

const MOST_BYTES = 16 * 1024 * 1024

/**
 * Ask any of these upstreams: the next one only when nothing was said to this one.
 *
 * @throws what the last one gave, or that there is none.
 */
export async function fetchWholeFromAny(
  upstreams: readonly Upstream[],
  request: WholeRequest,
): Promise<WholeAnswer> {
  for (const [index, upstream] of upstreams.entries()) {
    try {
      return await fetchWhole(upstream, request)
    } catch (error) {
      if (index === upstreams.length - 1 || !failureOf(error as UpstreamFailure).nothingSaid) throw error
    }
  }
  throw new Error('nobody is there to ask')
}

/**
 * Get an answer whole, where the edge must read it and cannot pass it on piece by piece.
 *
 * @throws when the upstream does not answer, breaks off or says too much.
 */
export async function fetchWhole(upstream: Upstream, request: WholeRequest): Promise<WholeAnswer> {
  try {
    return await fetchOnce(upstream, request)
  } catch (error) {
    // A kept connection that the upstream just closed says nothing about the upstream.
    if (!failureOf(error as UpstreamFailure).connectionLost || request.signal.aborted) throw error
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
  let answer: Pick<WholeAnswer, 'status' | 'headers'> = { status: 0, headers: [] }
  let connection: UpstreamConnection | null = null
  const stop = (reason: Error) => {
    connection?.giveUp()
    reject(reason)
  }
  const stopped = () => stop(new Error('given up'))
  signal.addEventListener('abort', stopped)
  const asker: Asker & AnswerListener = {
    connected(free) {
      if (signal.aborted) return free.giveUp()
      connection = free
      const named = headers.some((name, index) => index % 2 === 0 && isNamed(name, 'host'))
      const head = `GET ${path} HTTP/1.1\r\n${named ? '' : `Host: ${upstream.host}\r\n`}${linesOf(headers)}\r\n`
      free.ask({ head, method: 'GET', hasBody: false, asksForWebsocket: false }, asker)
    },
    answered({ status, fields }) {
      answer = { status, headers: responseHeaders(fields, status) }
      return { asSent: false }
    },
    piece(bytes) {
      length += bytes.length
      pieces.push(Buffer.from(bytes))
      if (length > MOST_BYTES) stop(new Error('the answer is too large'))
    },
    ended: () => resolve({ ...answer, body: Buffer.concat(pieces) }),
    failed: reject,
    paused() {},
    drained() {},
    upgraded() {},
  }
  upstream.reach(asker, { isNew })
  return promise.finally(() => signal.removeEventListener('abort', stopped))
}
