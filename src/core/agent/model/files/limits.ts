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
  /** Bytes of all files of a request, before they are encoded. */
  totalBytes?: number
}

const MIB = 1024 * 1024

/** Files travel as base64: four bytes for three. */
const decoded = (bytes: number): number => Math.floor((bytes * 3) / 4)

/** Room for the rest of a request, which counts as well. */
const TEXT_BYTES = 2 * MIB

export const LIMITS = {
  anthropic: {
    imageBytes: decoded(5 * MIB),
    imageSide: 8000,
    images: 100,
    crowd: { images: 20, side: 2000 },
    totalBytes: decoded(32 * MIB - TEXT_BYTES),
  },
  openai: { images: 500, totalBytes: decoded(50 * MIB - TEXT_BYTES) },
  google: { images: 3600, totalBytes: decoded(20 * MIB - TEXT_BYTES) },
  /** Servers of one's own have what limits they like; theirs are learned from their refusals. */
  compatible: {},
} as const satisfies Record<string, FileLimits>
