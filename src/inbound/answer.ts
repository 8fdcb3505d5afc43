import type { ServerResponse } from 'node:http'

/** Answer a sender with a word: senders look at the status, people at the word. */
export function answer(
  response: ServerResponse,
  status: number,
  word: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(word),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
  response.end(word)
}
