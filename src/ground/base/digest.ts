import { createHash, type Hash, type Hmac } from 'node:crypto'
import { processTurns, type TurnBudget } from './turn-budget.ts'

/** Bytes hashed per turn of the event loop: about 3 ms of work. */
const PORTION_BYTES = 1024 * 1024

export async function digestOf(
  hash: Hash | Hmac,
  bytes: Uint8Array,
  turns: TurnBudget = processTurns,
): Promise<string> {
  for (let at = 0; at < bytes.length; at += PORTION_BYTES) {
    if (turns.isSpent()) await turns.nextTurn()
    hash.update(bytes.subarray(at, at + PORTION_BYTES))
  }
  return hash.digest('hex')
}

export const fileDigest = (bytes: Uint8Array): Promise<string> => digestOf(createHash('sha256'), bytes)
