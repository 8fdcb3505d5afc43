import type { Scalar } from 'yaml'

/**
 * Counts only visible characters, because white space and escapes differ between file and value.
 * @param at Index in the scalar's value.
 * @returns Offset in `file`.
 */
export function offsetInScalar(file: string, scalar: Scalar, at: number): number {
  if (!scalar.range || typeof scalar.value !== 'string') return scalar.range?.[0] ?? 0
  const [start, end] = scalar.range
  let left = visibleIn(scalar.value.slice(0, at))
  let last = start
  for (const { offset, length, visible } of piecesOf(file.slice(start, end), scalar.type)) {
    if (visible > 0 && left <= 0) return start + offset
    left -= visible
    if (visible > 0) last = start + offset + length
  }
  return last
}

interface Piece {
  offset: number
  length: number
  visible: number
}

function* piecesOf(raw: string, type: Scalar['type']): Generator<Piece> {
  const [from, to] = insideOf(raw, type)
  const pattern = type === 'QUOTE_DOUBLE' ? ESCAPED : type === 'QUOTE_SINGLE' ? DOUBLED : ANY
  pattern.lastIndex = from
  for (let found = pattern.exec(raw); found && found.index < to; found = pattern.exec(raw)) {
    const [written] = found
    yield { offset: found.index, length: written.length, visible: visibleIn(meaningOf(written, type)) }
  }
}

const ANY = /[^]/g
const DOUBLED = /''|[^]/g
const ESCAPED = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|\r\n|[^])|[^]/g

function insideOf(raw: string, type: Scalar['type']): [from: number, to: number] {
  if (type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE') return [1, raw.length - 1]
  if (type !== 'BLOCK_LITERAL' && type !== 'BLOCK_FOLDED') return [0, raw.length]
  const line = raw.indexOf('\n')
  return [line < 0 ? raw.length : line + 1, raw.length]
}

function meaningOf(written: string, type: Scalar['type']): string {
  if (type === 'QUOTE_SINGLE' && written === "''") return "'"
  if (type !== 'QUOTE_DOUBLE' || written[0] !== '\\') return written
  const kind = written[1]!
  if (written.length > 2 && /[xuU]/.test(kind))
    return String.fromCodePoint(Number.parseInt(written.slice(2), 16))
  return WHITE.includes(kind) ? ' ' : 'x'
}

const WHITE = 'tnrvf _LP\t\n\r'

const visibleIn = (text: string): number => text.replaceAll(/\s/g, '').length
