export class BeyondBound extends Error {
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes came`)
    this.name = 'BeyondBound'
  }
}

/** @throws BeyondBound if the bytes exceed `maxBytes`. */
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
