import type { IncomingMessage } from 'node:http'

export type ReceivedBody = { bytes: Buffer } | 'too-large' | 'broken-off'

export interface ReceivedBodyLimits {
  /** A larger body is discarded. */
  maxBytes: number
  /**
   * Passes each piece to a proof over the whole body: a body that is too large is then read on, since its
   * size must not be disclosed before it is proven. Null when the body proves nothing: it is then not read to
   * its end.
   */
  proof: { update(piece: Uint8Array): void } | null
}

/** How much of a body that is too large is read for its proof, in times of what is taken. */
const READ_FOR_PROOF = 8

/** Reads a whole body, as the received bytes. */
export function readReceivedBody(
  request: IncomingMessage,
  { maxBytes, proof }: ReceivedBodyLimits,
): Promise<ReceivedBody> {
  const readBytes = proof ? maxBytes * READ_FOR_PROOF : maxBytes
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
    request.on('close', () => resolve('broken-off')) // after `end` this changes nothing
    request.on('error', () => resolve('broken-off'))
  })
}
