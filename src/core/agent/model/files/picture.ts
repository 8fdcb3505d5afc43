import { imageSize } from 'image-size'

export interface ModelPicture {
  mediaType: string
  /** Pixels of the longer side; 0 if unknown. */
  side: number
}

/** Only types with a signature of several bytes: a shorter signature also matches other files. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
}

const BRANDS: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  avis: 'image/avif',
  mif1: 'image/heif',
  msf1: 'image/heif',
  heic: 'image/heic',
  heix: 'image/heic',
  heim: 'image/heic',
  hevc: 'image/heic',
  hevx: 'image/heic',
}

/** HEIC and AVIF: the first box contains the type, but the size is much later in the file. */
function boxedType(data: Uint8Array): string | null {
  const head = Buffer.from(data.buffer, data.byteOffset, Math.min(12, data.byteLength)).toString('latin1')
  return head.slice(4, 8) === 'ftyp' ? (BRANDS[head.slice(8)] ?? null) : null
}

export function readPicture(data: Uint8Array): ModelPicture | null {
  const box = boxedType(data)
  if (box !== null) return { mediaType: box, side: 0 }
  try {
    const { type = '', width, height } = imageSize(data)
    const mediaType = MEDIA_TYPES[type]
    return mediaType === undefined ? null : { mediaType, side: Math.max(width, height) }
  } catch {
    return null
  }
}
