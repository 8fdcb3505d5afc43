export interface HeldBody {
  update(piece: Uint8Array): void
  /** Null when the body is larger than `maxBytes`. */
  bytes(): Buffer | null
}

export function heldBody(maxBytes: number): HeldBody {
  let pieces: Uint8Array[] = []
  let size = 0
  return {
    update(piece) {
      size += piece.length
      if (size > maxBytes) pieces = []
      else pieces.push(piece)
    },
    bytes: () => (size > maxBytes ? null : Buffer.concat(pieces)),
  }
}
