import { StringDecoder } from 'node:string_decoder'
import type { TurnBudget } from './turn-budget.ts'

const PORTION_BYTES = 256 * 1024

export async function decodeUtf8(bytes: Buffer, turns: TurnBudget): Promise<string> {
  if (bytes.length <= PORTION_BYTES) return bytes.toString()
  const decoder = new StringDecoder('utf8')
  const pieces: string[] = []
  for (let from = 0; from < bytes.length; from += PORTION_BYTES) {
    if (turns.isSpent()) await turns.nextTurn()
    pieces.push(decoder.write(bytes.subarray(from, from + PORTION_BYTES)))
  }
  pieces.push(decoder.end())
  if (turns.isSpent()) await turns.nextTurn()
  return pieces.join('')
}

export async function joinBytes(chunks: readonly Buffer[], turns: TurnBudget): Promise<Buffer> {
  const all = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    if (turns.isSpent()) await turns.nextTurn()
    at += chunk.copy(all, at)
  }
  return all
}
