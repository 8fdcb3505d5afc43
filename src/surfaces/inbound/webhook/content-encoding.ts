import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'

export type Decoded =
  | { outcome: 'decoded'; body: Buffer }
  | { outcome: 'too-large' }
  /** Unknown coding, or a body that does not match its coding. */
  | { outcome: 'unsupported' }

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
}

export const CODINGS = 'gzip, deflate, br, zstd'

/** Real senders use at most two codings. */
const MAX_CODINGS = 2

/** No step produces more than `maxBytes`, for any compression ratio. */
export async function decodeContent(
  encodings: readonly string[],
  body: Buffer,
  maxBytes: number,
): Promise<Decoded> {
  const codings = encodings
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  const decoders = codings
    .toReversed()
    .map((coding) => (Object.hasOwn(DECODERS, coding) ? DECODERS[coding]! : null))
  if (decoders.includes(null) || decoders.length > MAX_CODINGS) return { outcome: 'unsupported' }
  let decoded = body
  try {
    for (const decode of decoders) decoded = await decode!(decoded, { maxOutputLength: maxBytes })
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return { outcome: isTooLarge ? 'too-large' : 'unsupported' }
  }
  return { outcome: 'decoded', body: decoded }
}
