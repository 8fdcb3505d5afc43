/** A provider's documented limits for files; a missing value means that no limit is known. */
export interface FileLimits {
  /** Bytes of one picture, before it is encoded. */
  imageBytes?: number
  /** Pixels of a side of a picture. */
  imageSide?: number
  /** Pictures of one request. */
  images?: number
  /** With more than so many pictures, each may have only so many pixels a side. */
  crowd?: { images: number; side: number }
  /** Bytes of all files of a request, before they are encoded. A larger PDF is sent as text. */
  totalBytes?: number
}

/** The files of one provider's models. Code and the table in docs/models.md use the same values. */
export interface ProviderFiles {
  /** Media types that the models look at, beside text. Of other files they get the text, or a note. */
  takes: ReadonlySet<string>
  limits: FileLimits
}

const MIB = 1024 * 1024

/** Files travel as base64: four bytes for three. */
const decoded = (bytes: number): number => Math.floor((bytes * 3) / 4)

/** Room for the rest of a request, which counts as well. */
const TEXT_BYTES = 2 * MIB

const PICTURES = ['image/png', 'image/jpeg', 'image/webp']

/** As documented in November 2026. */
export const PROVIDER_FILES = {
  openai: {
    takes: new Set([...PICTURES, 'image/gif', 'application/pdf']),
    limits: { images: 500, totalBytes: decoded(50 * MIB - TEXT_BYTES) },
  },
  anthropic: {
    takes: new Set([...PICTURES, 'image/gif', 'application/pdf']),
    limits: {
      imageBytes: decoded(5 * MIB),
      imageSide: 8000,
      images: 100,
      crowd: { images: 20, side: 2000 },
      totalBytes: decoded(32 * MIB - TEXT_BYTES),
    },
  },
  google: {
    takes: new Set([
      ...PICTURES,
      'image/heic',
      'image/heif',
      'application/pdf',
      'audio/wav',
      'audio/mpeg',
      'audio/mp3',
      'audio/aac',
      'audio/ogg',
      'audio/flac',
      'video/mp4',
      'video/webm',
    ]),
    limits: { images: 3600, totalBytes: decoded(20 * MIB - TEXT_BYTES) },
  },
  /** Other servers name their limits in refusals, if at all. */
  compatible: { takes: new Set([...PICTURES, 'image/gif']), limits: {} },
} as const satisfies Record<string, ProviderFiles>
