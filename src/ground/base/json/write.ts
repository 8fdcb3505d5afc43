import type { TurnBudget } from '../turn-budget.ts'
import { joinBytes } from '../utf8.ts'

/** Maximum size of one `JSON.stringify` call: the number of values plus a tenth of the characters of strings. */
const PORTION = 5_000

export const isSmallJson = (value: unknown): boolean => roomAfter(value, PORTION) >= 0

function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - 1 - value.length / 10
  if (typeof value !== 'object' || value === null) return room - 1
  let remaining = room - 1
  if (Array.isArray(value)) {
    if (value.length > room) return -1
    for (const item of value) if ((remaining = roomAfter(item, remaining)) < 0) return remaining
    return remaining
  }
  for (const key in value)
    if ((remaining = roomAfter((value as Record<string, unknown>)[key], remaining - key.length / 10)) < 0)
      return remaining
  return remaining
}

export async function writeJsonBytes(value: unknown, turns: TurnBudget): Promise<Buffer> {
  if (isSmallJson(value)) return Buffer.from(JSON.stringify(value))
  const chunks: Buffer[] = []
  let [pieces, length]: [string[], number] = [[], 0]
  const encode = () => {
    chunks.push(Buffer.from(pieces.join('')))
    ;[pieces, length] = [[], 0]
  }
  for (const piece of jsonPieces(value)) {
    pieces.push(piece)
    length += piece.length
    if (length >= ENCODED_CHARS) encode()
    if (turns.isSpent()) await turns.nextTurn()
  }
  encode()
  return joinBytes(chunks, turns)
}
const ENCODED_CHARS = 64 * 1024

export async function writeJson(value: unknown, turns: TurnBudget): Promise<string> {
  if (isSmallJson(value)) return JSON.stringify(value)
  const pieces: string[] = []
  for (const piece of jsonPieces(value)) {
    pieces.push(piece)
    if (turns.isSpent()) await turns.nextTurn()
  }
  return pieces.join('')
}

export function* jsonPieces(value: unknown): Generator<string> {
  if (isSmallJson(value)) yield JSON.stringify(value)
  else if (typeof value === 'string') yield* piecesOfText(value)
  else if (Array.isArray(value)) {
    let lead = '['
    for (const item of value) {
      yield lead
      yield* jsonPieces(isWritten(item) ? item : null)
      lead = ','
    }
    yield lead === '[' ? '[]' : ']'
  } else {
    let lead = '{'
    for (const [key, field] of Object.entries(value as object)) {
      if (!isWritten(field)) continue
      yield `${lead}${JSON.stringify(key)}:`
      yield* jsonPieces(field)
      lead = ','
    }
    yield lead === '{' ? '{}' : '}'
  }
}

function* piecesOfText(text: string): Generator<string> {
  yield '"'
  for (let [start, end] = [0, 0]; start < text.length; start = end) {
    end = start + TEXT_CHARS
    if (isHighSurrogate(text.charCodeAt(end - 1))) end++ // `JSON.stringify` would escape each half of a split surrogate pair
    yield JSON.stringify(text.slice(start, end)).slice(1, -1)
  }
  yield '"'
}
const TEXT_CHARS = PORTION * 10

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

const isWritten = (value: unknown): boolean => value !== undefined && typeof value !== 'function'
