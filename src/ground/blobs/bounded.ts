/** A stream was longer than it may be. */
export class BeyondBound extends Error {
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes came`)
    this.name = 'BeyondBound'
  }
}

/** The same pieces. @throws BeyondBound in place of the piece with which they are too many. */
export async function* bounded(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > maxBytes) throw new BeyondBound(maxBytes)
    yield piece
  }
}
