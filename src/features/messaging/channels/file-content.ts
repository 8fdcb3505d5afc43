import { Readable } from 'node:stream'

export const fileContent = (
  body: AsyncIterable<Uint8Array>,
  { most, least = 0 }: { most: number; least?: number },
): Readable => Readable.from(declared(body, most, least), { objectMode: false })

async function* declared(
  body: AsyncIterable<Uint8Array>,
  most: number,
  least: number,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > most) throw new Error('the file is larger than declared')
    yield piece
  }
  if (size < least) throw new Error('the file is shorter than declared')
}
