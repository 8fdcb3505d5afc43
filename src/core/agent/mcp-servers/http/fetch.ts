import type { FetchLike } from '@modelcontextprotocol/client'
import { readableBody } from '../messages/read-message.ts'
import { MAX_MESSAGE_BYTES, TOO_LARGE } from '../limits.ts'

export interface McpFetchDeps {
  /** The server asks who we are; null when it doesn't say how to tell it. */
  onChallenge(challenge: string | null): void
  /** The answer to a request broke off. */
  onBroken(): void
}

/** `fetch` for one server: messages are bounded, and answers that break off are told of. */
export const createMcpFetch =
  ({ onChallenge, onBroken }: McpFetchDeps): FetchLike =>
  async (url, init) => {
    const response = await fetch(url, init)
    if (response.status === 401) onChallenge(response.headers.get('www-authenticate'))
    if (!response.ok || !response.body) return response
    const watched = {
      hasEvents: response.headers.get('content-type')?.startsWith('text/event-stream') ?? false,
      onError: () => isCall(init) && !init?.signal?.aborted && onBroken(),
    }
    const body = bounded(response.body, watched)
    return new Response(readableBody(body, watched.hasEvents), response)
  }

/** The stream on which a server tells of changes may break off: proxies cut it when it is quiet. */
const isCall = (init: RequestInit | undefined): boolean =>
  init?.method === 'POST' && new Headers(init.headers).get('mcp-method') !== 'subscriptions/listen'

/** Events are counted one by one, as a stream of them may go on for days. */
function bounded(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { hasEvents, onError }: { hasEvents: boolean; onError(): unknown },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  let size = 0
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        const end = hasEvents ? lastEventEnd(value) : -1
        size = end === -1 ? size + value.length : value.length - end
        if (size > MAX_MESSAGE_BYTES) throw new Error(TOO_LARGE)
        controller.enqueue(value)
      } catch (error) {
        onError()
        controller.error(error)
        await reader.cancel(error).catch(() => {}) // it may be the one that failed
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

const lastEventEnd = (chunk: Uint8Array): number => {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  return Math.max(bytes.lastIndexOf('\n\n'), bytes.lastIndexOf('\r\n\r\n'))
}
