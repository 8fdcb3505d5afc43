import type { IncomingMessage, ServerResponse } from 'node:http'

type Headers = Readonly<Record<string, string>>

export type ReceiverStatus = 200 | 204 | 401 | 403 | 404 | 405 | 413 | 415 | 500 | 503

export function sendInboundAnswer(
  response: ServerResponse,
  status: ReceiverStatus,
  word: string,
  headers: Headers = {},
): void {
  begin(response, status, word, headers)
  response.end(word)
}

const DROPPED_FOR_MS = 10_000

/**
 * Responds before the body's end, then reads and drops the rest: closing at once would reset the connection, and the
 * sender or a proxy would see the reset instead of the response.
 */
export function answerEarly(
  request: IncomingMessage,
  response: ServerResponse,
  ...[status, word, headers = {}]: [status: ReceiverStatus, word: string, headers?: Headers]
): void {
  if (request.readableEnded) return sendInboundAnswer(response, status, word, headers)
  begin(response, status, word, headers)
  response.write(word)
  const cut = setTimeout(() => request.socket.destroy(), DROPPED_FOR_MS)
  cut.unref()
  request.once('close', () => clearTimeout(cut))
  request.once('end', () => response.end())
  request.removeAllListeners('data').resume()
}

const begin = (response: ServerResponse, status: ReceiverStatus, word: string, headers: Headers) => {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(word),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
}
