import type { FileLine } from './lines.ts'

/** Maximum characters shown of one line. */
export const MAX_LINE = 4000
const MAX_CHARACTERS = 48 * 1024

export interface ExcerptRequest {
  shown: string
  /** First line or row, from 1. */
  start: number
  count: number
  /** First character of the first line, from 1. */
  column: number
  unit: 'line' | 'row'
}

export async function excerpt(
  batches: AsyncIterable<FileLine[]> | Iterable<FileLine[]>,
  request: ExcerptRequest,
): Promise<string> {
  const { shown, start, count, column, unit } = request
  const kept: string[] = []
  let characters = 0
  let number = 0
  let header: string | null = null
  let more = false
  let cutAt: number | null = null
  reading: for await (const batch of batches)
    for (const { text, rest } of batch) {
      number++
      if (number === 1) header = text
      if (number < start) continue
      if (kept.length >= count || (kept.length > 0 && characters + text.length > MAX_CHARACTERS)) {
        more = true
        break reading
      }
      characters += text.length + 1
      kept.push(rest > 0 ? `${text}… (${unit} cut, ${rest} more characters)` : text)
      if (rest > 0) cutAt ??= number
    }
  if (kept.length === 0) return `${shown} has only ${number} ${unit}s.`
  const last = start + kept.length - 1
  const notes = [
    ...(more || start > 1 ? [`${unit}s ${start} to ${last}`] : []),
    ...(more ? [`go on with start_line ${last + 1}`] : []),
    ...(cutAt !== null && unit === 'line' ? [cutNote(cutAt, cutAt === start ? column : 1)] : []),
  ]
  const titles = unit === 'row' && start > 1 && header !== null ? `(row 1: ${header})\n` : ''
  return titles + kept.join('\n') + (notes.length > 0 ? `\n(${notes.join('; ')})` : '')
}

const cutNote = (line: number, column: number): string =>
  `the rest of line ${line}: start_line ${line}, start_column ${column + MAX_LINE}`
