import type { IncomingMessage } from 'node:http'

export type Body = { bytes: Buffer } | 'too-large' | 'broken-off'

/** Read a body whole, as the bytes that came. Whatever is larger is not read to its end. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve('too-large')
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) {
        request.pause()
        return resolve('too-large')
      }
      chunks.push(chunk)
    })
    request.on('end', () => resolve({ bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) }))
    request.on('close', () => resolve('broken-off')) // after `end` this changes nothing
    request.on('error', () => resolve('broken-off'))
  })
}
