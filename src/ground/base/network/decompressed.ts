import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/**
 * A body as it was before it was compressed for the way. What destroys one of the two destroys the other.
 *
 * @param encoding As in `content-encoding`.
 * @returns Null for a compression that is not known.
 */
export function decompressed(body: Readable, encoding: string | null): Readable | null {
  const name = encoding?.trim().toLowerCase() || 'identity'
  if (name === 'identity') return body
  const decoder = DECODERS.get(name)?.()
  if (!decoder) return null
  return pipeline(body, decoder, () => {}) // whoever reads learns of the error
}

const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])
