import { lengthOf, splitSpans, joinSpans, type TextLine, type TextSpan } from './line.ts'

/**
 * Cuts at ends of paragraphs, lines or words, never within a grapheme. Leaves out messages without visible text.
 * @param measure Returns the length of the rendered lines in UTF-16 units. More lines must never give a smaller
 * length.
 */
export function cutLines(
  lines: readonly TextLine[],
  limit: number,
  measure: (lines: readonly TextLine[]) => number,
): readonly (readonly TextLine[])[] {
  // Checks the plain length first, because measuring renders the text.
  const fits = (some: readonly TextLine[]) => lengthOf(some) <= limit && measure(some) <= limit
  const messages: (readonly TextLine[])[] = []
  let rest = withoutBlankEnds(lines)
  while (rest.length > 0) {
    const [message, remaining] = fits(rest) ? [rest, []] : cutOnce(rest, limit, fits)
    const trimmed = withoutBlankEnds(message)
    if (trimmed.length > 0) messages.push(trimmed)
    rest = withoutBlankEnds(remaining)
  }
  return messages
}

type Fits = (lines: readonly TextLine[]) => boolean

function cutOnce(
  lines: readonly TextLine[],
  limit: number,
  fits: Fits,
): readonly [readonly TextLine[], readonly TextLine[]] {
  const count = most(Math.min(lines.length, limit + 1), (count) => fits(lines.slice(0, count)))
  const whole = lines.slice(0, count)
  const isHalf = (count: number) => lengthOf(lines.slice(0, count)) * 2 >= limit
  const paragraph = whole.findLastIndex((line, index) => isBlank(line) && isHalf(index))
  if (paragraph !== -1) return [lines.slice(0, paragraph), lines.slice(paragraph)]
  const [long, ...remaining] = lines.slice(count)
  if (!long || isHalf(count)) return [whole, lines.slice(count)]
  const at = cutOffsetIn(long, limit, (part) => fits([...whole, part]))
  if (at === 0 && count > 0) return [whole, lines.slice(count)]
  const [head, tail] = splitLine(long, Math.max(at, 1))
  return [
    [...whole, head],
    [tail, ...remaining],
  ]
}

function cutOffsetIn(line: TextLine, limit: number, fits: (line: TextLine) => boolean): number {
  const near = withSpans(line, splitSpans(line.spans, limit + 1)[0])
  const text = joinSpans(near.spans).replace(/[\ud800-\udbff]$/, '')
  const places = cutOffsetsIn(text, lengthOf([line]) > text.length)
  const fitting = places.slice(
    0,
    most(places.length, (count) => fits(splitLine(near, places[count - 1] ?? 0)[0])),
  )
  const furthest = fitting.at(-1) ?? 0
  const word = fitting.findLast((at) => /\s/.test(text.slice(at - 1, at + 1))) ?? 0
  return word * 2 >= furthest ? word : furthest
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** If `goesOn` is true, text follows, so the last grapheme may be incomplete. */
function cutOffsetsIn(text: string, goesOn: boolean): readonly number[] {
  const whole = Array.from(graphemes.segment(text), ({ index, segment }) => index + segment.length)
  const ends = goesOn ? whole.slice(0, -1) : whole
  if (ends.length > 0 || !goesOn) return ends
  let end = 0
  return Array.from(text, (character) => (end += character.length)).slice(0, -1)
}

function splitLine(line: TextLine, at: number): readonly [TextLine, TextLine] {
  const [head, tail] = splitSpans(line.spans, at)
  if (line.block.kind === 'code') return [withSpans(line, head), withSpans(line, tail)]
  // A space with a combining mark is visible, so it is kept.
  const space = /^\s+(?!\p{M})/u.exec(joinSpans(tail))?.[0].length ?? 0
  return [
    withSpans(line, splitSpans(head, joinSpans(head).trimEnd().length)[0]),
    withSpans(line, splitSpans(tail, space)[1]),
  ]
}

const withSpans = ({ block }: TextLine, spans: readonly TextSpan[]): TextLine => ({ block, spans })

function most(limit: number, holds: (count: number) => boolean): number {
  let [low, high] = [0, limit]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

const withoutBlankEnds = (lines: readonly TextLine[]): readonly TextLine[] =>
  lines.slice(
    lines.findIndex((line) => !isBlank(line)) >>> 0,
    lines.findLastIndex((line) => !isBlank(line)) + 1,
  )

const isBlank = ({ spans }: TextLine): boolean => !/[^\s\p{Cc}\p{Cf}]/u.test(joinSpans(spans))
