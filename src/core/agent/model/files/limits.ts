/** Bytes are counted before base64 encoding. If a field is missing, the limit is unknown. */
export interface FileLimits {
  imageBytes?: number
  /** Maximum pixels of a picture's longer side. */
  imageSide?: number
  images?: number
  /** With more than `images` pictures, the longer side of each may have at most `side` pixels. */
  crowd?: { images: number; side: number }
  /** Maximum bytes of all files together. A PDF file that exceeds the maximum is sent as text. */
  totalBytes?: number
}

/** The table in `docs/models.md` repeats the values of `PROVIDER_FILES`. */
export interface ProviderFiles {
  acceptedMediaTypes: ReadonlySet<string>
  limits: FileLimits
}

const MIB = 1024 * 1024

const decoded = (bytes: number): number => Math.floor((bytes * 3) / 4)

/** Bytes reserved for the text of a request. The provider's limit applies to text and files together. */
const TEXT_BYTES = 2 * MIB

const PICTURES = ['image/png', 'image/jpeg', 'image/webp']

/** The values that the providers documented in November 2026. */
export const PROVIDER_FILES = {
  openai: {
    acceptedMediaTypes: new Set([...PICTURES, 'image/gif', 'application/pdf']),
    limits: { images: 500, totalBytes: decoded(50 * MIB - TEXT_BYTES) },
  },
  anthropic: {
    acceptedMediaTypes: new Set([...PICTURES, 'image/gif', 'application/pdf']),
    limits: {
      imageBytes: decoded(5 * MIB),
      imageSide: 8000,
      images: 100,
      crowd: { images: 20, side: 2000 },
      totalBytes: decoded(32 * MIB - TEXT_BYTES),
    },
  },
  google: {
    acceptedMediaTypes: new Set([
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
  /** OpenAI-compatible servers state their limits only when they refuse a request. */
  compatible: { acceptedMediaTypes: new Set([...PICTURES, 'image/gif']), limits: {} },
} as const satisfies Record<string, ProviderFiles>
