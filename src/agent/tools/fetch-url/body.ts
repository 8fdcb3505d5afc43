import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { FetchRefused } from './refused.ts'

export interface Body {
  content: Buffer
  /** Whether more was sent than was read. */
  isCut: boolean
}

/**
 * Read a body of at most so many bytes, counted after decompression; the rest is not read.
 *
 * @throws FetchRefused when it is compressed in a way we did not ask for.
 */
export async function readBody(body: Readable, encoding: string | null, maxBytes: number): Promise<Body> {
  const decoder = decoderFor(encoding)
  if (decoder) body.once('error', (error) => decoder.destroy(error))
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of (decoder ? body.pipe(decoder) : body) as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBytes - size))
      size += chunk.length
      if (size > maxBytes) break
    }
  } finally {
    body.destroy()
    decoder?.destroy()
  }
  return { content: Buffer.concat(chunks), isCut: size > maxBytes }
}

const decoderFor = (encoding: string | null) => {
  const name = encoding?.trim().toLowerCase() || 'identity'
  if (name === 'identity') return null
  if (name === 'gzip' || name === 'x-gzip') return createGunzip()
  if (name === 'deflate') return createInflate()
  if (name === 'br') return createBrotliDecompress()
  throw new FetchRefused(`The server sent “${name.slice(0, 40)}”, a compression that was not asked for.`)
}
