import { imageSize } from 'image-size'

/** What a picture's first bytes say. */
export interface Picture {
  mediaType: string
  /** Pixels of the longer side. */
  side: number
}

/** Only types that are told by a signature of several bytes. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  heic: 'image/heic',
  heif: 'image/heif',
  avif: 'image/avif',
}

/** Null for bytes that are no picture of a type known here. */
export function readPicture(data: Uint8Array): Picture | null {
  try {
    const { type = '', width, height } = imageSize(data)
    const mediaType = MEDIA_TYPES[type]
    return mediaType === undefined ? null : { mediaType, side: Math.max(width, height) }
  } catch {
    return null // damaged, or of another kind: the provider decides
  }
}
