import type { Dispatcher } from 'undici'
import { failureOf } from './failure.ts'
import { responseHeaders } from './headers.ts'
import type { Upstream } from './upstream.ts'

export interface WholeAnswer {
  status: number
  /** Alternating names and values. */
  headers: string[]
  body: Buffer
}

export interface WholeRequest {
  path: string
  /** Alternating names and values. */
  headers: string[]
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
      if (index === upstreams.length - 1 || !failureOf(error as Error).nothingSaid) throw error
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
    if (!failureOf(error as Error).connectionLost || request.signal.aborted) throw error
    return fetchOnce(upstream, request)
  }
}

const fetchOnce = (upstream: Upstream, { path, headers, signal }: WholeRequest): Promise<WholeAnswer> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let length = 0
    let head: Pick<WholeAnswer, 'status' | 'headers'> = { status: 0, headers: [] }
    let stop = () => {}
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        stop = () => controller.abort(new Error('given up'))
        signal.addEventListener('abort', stop)
        if (signal.aborted) stop()
      },
      onResponseStart(controller, status) {
        if (status >= 200) head = { status, headers: responseHeaders(controller.rawHeaders as Buffer[]) }
      },
      onResponseData(controller, chunk) {
        length += chunk.length
        pieces.push(chunk)
        if (length > MOST_BYTES) controller.abort(new Error('the answer is too large'))
      },
      onResponseEnd() {
        signal.removeEventListener('abort', stop)
        resolve({ ...head, body: Buffer.concat(pieces) })
      },
      onResponseError(_controller, error) {
        signal.removeEventListener('abort', stop)
        reject(error)
      },
    }
    upstream.dispatch({ method: 'GET', path, headers }, handler)
  })
