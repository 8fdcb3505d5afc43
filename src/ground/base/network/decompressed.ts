import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** Destroying either stream destroys the other. Null for an unknown encoding. */
export function decompressed(body: Readable, encoding: string | null): Readable | null {
  const name = encoding?.trim().toLowerCase() || 'identity'
  if (name === 'identity') return body
  const decoder = DECODERS.get(name)?.()
  if (!decoder) return null
  return pipeline(body, decoder, () => {}) // the error is ignored here, because the decoder's reader also gets it
}

const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])
