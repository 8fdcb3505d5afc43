import { lengthOf, splitSpans, joinSpans, type TextLine, type TextSpan } from './line.ts'

/**
 * Cut lines into messages that fit: at ends of paragraphs, lines or words, never within a grapheme. Those in which
 * nothing can be seen are left out.
 *
 * @param measure UTF-16 units as the lines are sent; at least those of their text, and more for more lines.
 */
export function cutLines(
  lines: readonly TextLine[],
  limit: number,
  measure: (lines: readonly TextLine[]) => number,
): readonly (readonly TextLine[])[] {
  // Measuring may require writing: text that is already too long is not written.
  const fits = (some: readonly TextLine[]) => lengthOf(some) <= limit && measure(some) <= limit
  const messages: (readonly TextLine[])[] = []
  let rest = withoutBlankEnds(lines)
  while (rest.length > 0) {
    const [message, behind] = fits(rest) ? [rest, []] : cutOnce(rest, limit, fits)
    const trimmed = withoutBlankEnds(message)
    if (trimmed.length > 0) messages.push(trimmed)
    rest = withoutBlankEnds(behind)
  }
  return messages
}

type Fits = (lines: readonly TextLine[]) => boolean

/** @param lines More than fit. */
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
  const [long, ...behind] = lines.slice(count)
  if (!long || isHalf(count)) return [whole, lines.slice(count)]
  const at = placeIn(long, limit, (part) => fits([...whole, part]))
  if (at === 0 && count > 0) return [whole, lines.slice(count)]
  const [head, tail] = splitLine(long, Math.max(at, 1))
  return [
    [...whole, head],
    [tail, ...behind],
  ]
}

/** Position for cutting a line that is too long: at the end of a nearby word, else between graphemes. */
function placeIn(line: TextLine, limit: number, fits: (line: TextLine) => boolean): number {
  const near = withSpans(line, splitSpans(line.spans, limit + 1)[0])
  const text = joinSpans(near.spans).replace(/[\ud800-\udbff]$/, '')
  const places = placesIn(text, lengthOf([line]) > text.length)
  const fitting = places.slice(
    0,
    most(places.length, (count) => fits(splitLine(near, places[count - 1] ?? 0)[0])),
  )
  const furthest = fitting.at(-1) ?? 0
  const word = fitting.findLast((at) => /\s/.test(text.slice(at - 1, at + 1))) ?? 0
  return word * 2 >= furthest ? word : furthest
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Ends of graphemes; of characters, where one grapheme is longer than a message. @param goesOn The last one may be longer. */
function placesIn(text: string, goesOn: boolean): readonly number[] {
  const whole = Array.from(graphemes.segment(text), ({ index, segment }) => index + segment.length)
  const ends = goesOn ? whole.slice(0, -1) : whole
  if (ends.length > 0 || !goesOn) return ends
  let end = 0
  return Array.from(text, (character) => (end += character.length)).slice(0, -1)
}

/** Spaces at the cut are removed. */
function splitLine(line: TextLine, at: number): readonly [TextLine, TextLine] {
  const [head, tail] = splitSpans(line.spans, at)
  if (line.block.kind === 'code') return [withSpans(line, head), withSpans(line, tail)]
  // A space that carries a combining sign is none.
  const space = /^\s+(?!\p{M})/u.exec(joinSpans(tail))?.[0].length ?? 0
  return [
    withSpans(line, splitSpans(head, joinSpans(head).trimEnd().length)[0]),
    withSpans(line, splitSpans(tail, space)[1]),
  ]
}

const withSpans = ({ block }: TextLine, spans: readonly TextSpan[]): TextLine => ({ block, spans })

/**
 * The largest count up to `limit` for which it holds; 0 when it never holds. If it holds for a count, it
 * holds for all smaller counts.
 */
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
