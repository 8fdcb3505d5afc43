import { crc32 } from 'node:zlib'

export function isWholePicture(given: Uint8Array, mediaType: string): boolean {
  const data = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  try {
    return CHECKS[mediaType]?.(data) ?? true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Checks each chunk and its checksum up to the last chunk: decoders refuse a wrong checksum. */
function isWholePng(data: Buffer): boolean {
  let hasPixels = false
  for (let at = 8; ;) {
    const end = at + 8 + data.readUInt32BE(at)
    const name = data.toString('latin1', at + 4, at + 8)
    if (crc32(data.subarray(at + 4, end)) !== data.readUInt32BE(end)) return false
    if (name === 'IDAT') hasPixels = true
    if (name === 'IEND') return hasPixels
    at = end + 4
  }
}

const START_OF_SCAN = 0xda
const END_OF_PICTURE = Buffer.from([0xff, 0xd9])

function isWholeJpeg(data: Buffer): boolean {
  let hasFrame = false
  for (let at = 2; ;) {
    at = data.indexOf(0xff, at) // skips fill bytes between segments, as decoders do
    if (at === -1) return false
    const marker = data.readUInt8(at + 1)
    if (marker === START_OF_SCAN) return hasFrame && data.includes(END_OF_PICTURE, at)
    if (isFrame(marker)) hasFrame = data.readUInt16BE(at + 5) > 0 && data.readUInt16BE(at + 7) > 0
    at += hasLength(marker) ? 2 + data.readUInt16BE(at + 2) : marker === 0xff ? 1 : 2
  }
}

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const hasLength = (marker: number): boolean =>
  marker >= 0xc0 && marker < 0xff && !(marker >= 0xd0 && marker <= 0xd9)

const GIF_EXTENSION = 0x21
const GIF_PICTURE = 0x2c

/** Reads blocks up to the end. The last byte may be missing, because decoders accept this. */
function isWholeGif(data: Buffer): boolean {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  let hasPicture = false
  for (let at = 13 + tableBytes(data.readUInt8(10)); at < data.length;) {
    const kind = data.readUInt8(at)
    if (kind !== GIF_EXTENSION && kind !== GIF_PICTURE) break
    at += kind === GIF_EXTENSION ? 2 : 11 + tableBytes(data.readUInt8(at + 9))
    for (let bytes = data.readUInt8(at); bytes > 0; bytes = data.readUInt8(at)) at += 1 + bytes
    at++
    if (kind === GIF_PICTURE) hasPicture = true
  }
  return hasPicture
}

/** Bytes 4 to 7 contain the number of bytes that follow. The last byte may be missing. */
const isWholeWebp = (data: Buffer): boolean => data.readUInt32LE(4) + 8 <= data.length + 1

/**
 * HEIC, HEIF and AVIF files are a sequence of boxes, each beginning with its size. Size 0 is the last box, up to the
 * end of the file; size 1 means that a 64-bit size follows.
 */
function isWholeBoxed(data: Buffer): boolean {
  for (let at = 0; at < data.length;) {
    const bytes = data.readUInt32BE(at)
    if (bytes === 0) return true
    at += bytes === 1 ? Number(data.readBigUInt64BE(at + 8)) : bytes
    if (bytes > 1 && bytes < 8) return false
    if (at > data.length) return false
  }
  return true
}

const CHECKS: Readonly<Record<string, (data: Buffer) => boolean>> = {
  'image/png': isWholePng,
  'image/jpeg': isWholeJpeg,
  'image/gif': isWholeGif,
  'image/webp': isWholeWebp,
  'image/heic': isWholeBoxed,
  'image/heif': isWholeBoxed,
  'image/avif': isWholeBoxed,
}
