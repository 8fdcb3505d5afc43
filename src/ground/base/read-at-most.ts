export class BodyTooLong extends Error {
  override name = 'TooLong'
}

/** @param limit In bytes. @throws BodyTooLong */
export const readAtMost = async (body: AsyncIterable<Uint8Array>, limit: number): Promise<string> =>
  (await readBytesAtMost(body, limit)).toString('utf8')

/** @param limit In bytes. @throws BodyTooLong */
export async function readBytesAtMost(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > limit) throw new BodyTooLong(`answered more than ${limit} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
