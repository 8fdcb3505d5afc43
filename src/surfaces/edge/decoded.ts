import { brotliDecompress, inflate, unzip, zstdDecompress } from 'node:zlib'

const MAX_DECODED_BYTES = 64 * 1024 * 1024

type Decode = (
  content: Buffer,
  options: { maxOutputLength: number },
  done: (error: Error | null, bytes: Buffer) => void,
) => void

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', inflate],
  ['br', brotliDecompress],
  ['zstd', zstdDecompress],
])

/**
 * Some servers compress although the edge requests no compression.
 * @throws when the encoding is unknown, or the content is damaged or larger than 64 MiB.
 */
export const decoded = (content: Buffer, encoding: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const decode = DECODERS.get(encoding.trim().toLowerCase())
    if (!decode) return reject(new Error(`unknown content encoding ${encoding}`))
    return decode(content, { maxOutputLength: MAX_DECODED_BYTES }, (error, bytes) =>
      error ? reject(error) : resolve(bytes),
    )
  })
