import type { Socket } from 'node:net'
import { STATUS_CODES } from './network/node-http.ts'
import { errorTypeOf, openAiErrorBody } from './openai-error.ts'

/** The codes are part of the API and never change. */
export const UNREADABLE = {
  400: ['bad_request', 'The request is not valid HTTP.'],
  408: ['request_timeout', 'The request did not arrive in time.'],
  413: ['too_large', 'The extensions of the chunks of the body are too large.'],
  417: ['expectation_failed', 'The header Expect may be 100-continue only.'],
  431: ['headers_too_large', 'The header of the request is too large.'],
} as const satisfies Record<number, readonly [code: string, detail: string]>

export type UnreadableStatus = keyof typeof UNREADABLE

export function unreadableAnswer(status: UnreadableStatus): string {
  const [code, detail] = UNREADABLE[status]
  const error = openAiErrorBody({ message: detail, type: errorTypeOf(status), param: null, code })
  const body = JSON.stringify({ detail, code, ...error })
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    '',
    body,
  ].join('\r\n')
}

const STATUS_BY_CODE: Readonly<Record<string, UnreadableStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** If a response has started, closes the connection, because more text would corrupt that response. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunAnswer(socket))
    return void socket.destroy(error)
  socket.end(unreadableAnswer(STATUS_BY_CODE[error.code ?? ''] ?? 400), () => socket.destroy())
}

/** Node stores a socket's current response in `_httpMessage`. */
const hasBegunAnswer = (socket: Socket): boolean =>
  (socket as unknown as Record<string, { headersSent?: boolean } | null | undefined>)['_httpMessage']
    ?.headersSent === true
