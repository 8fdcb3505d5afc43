import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyWithMarkedCalls } from './marked-calls.ts'

/** The request's signal aborts when the client disconnects. */
export async function answerWith(
  handler: (request: Request) => Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  const answer = await handler(webRequest(request, disconnected.signal))
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body) await send(answer.body, response)
  response.end()
}

const webRequest = (request: IncomingMessage, signal: AbortSignal): Request => {
  const { method = 'GET', url = '/', headersDistinct } = request
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(url, `http://${request.headers.host ?? 'localhost'}`), {
    method,
    headers,
    signal,
    ...(hasBody && { body: bodyWithMarkedCalls(request), duplex: 'half' }),
  })
}

async function send(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || response.destroyed) return
      if (!response.write(value)) await Promise.race([once(response, 'drain'), once(response, 'close')])
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
