import type { TurnBudget } from './turn-budget.ts'

/** Encodes chunks on arrival and joins them once, so that a large file does not block the event loop. */
export async function dataUrlOf(
  mediaType: string,
  stream: AsyncIterable<Uint8Array>,
  turns: TurnBudget,
): Promise<string> {
  const texts = [`data:${mediaType};base64,`]
  let rest: Buffer = NO_BYTES
  for await (const { buffer, byteOffset, byteLength } of stream) {
    const piece = Buffer.from(buffer, byteOffset, byteLength)
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    const whole = bytes.length - (bytes.length % 3) // base64 encodes groups of three bytes, so the remainder waits for the next chunk
    texts.push(bytes.toString('base64', 0, whole))
    rest = bytes.subarray(whole)
  }
  texts.push(rest.toString('base64'))
  if (turns.isSpent()) await turns.nextTurn()
  return texts.join('')
}

const NO_BYTES = Buffer.alloc(0)
