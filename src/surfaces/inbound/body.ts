import type { IncomingMessage } from 'node:http'

export type ReceivedBody = { bytes: Buffer } | 'too-large' | 'broken-off'

export interface ReceivedBodyLimits {
  maxBytes: number
  proof: { update(piece: Uint8Array): void } | null
}

/**
 * Even a body above `maxBytes` is read, up to this multiple, to check its signature, because only verified senders
 * may learn that a body is too large.
 */
const MAX_SIGNED_BODY_FACTOR = 8

export function readReceivedBody(
  request: IncomingMessage,
  { maxBytes, proof }: ReceivedBodyLimits,
): Promise<ReceivedBody> {
  const readBytes = proof ? maxBytes * MAX_SIGNED_BODY_FACTOR : maxBytes
  if (Number(request.headers['content-length'] ?? 0) > readBytes) return Promise.resolve('too-large')
  return new Promise((resolve) => {
    let chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > readBytes) {
        request.pause()
        return resolve('too-large')
      }
      proof?.update(chunk)
      if (size > maxBytes) chunks = []
      else chunks.push(chunk)
    })
    request.on('end', () => {
      if (size > maxBytes) resolve('too-large')
      else resolve({ bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) })
    })
    request.on('close', () => resolve('broken-off')) // has no effect if the body has ended
    request.on('error', () => resolve('broken-off'))
  })
}
