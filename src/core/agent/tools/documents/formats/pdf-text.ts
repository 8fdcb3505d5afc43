/** A piece of text as PDF.js returns it. Marked content has no text. */
export interface PdfTextItem {
  str: string
  /** A matrix: the direction of the text, the direction of its height, and the start of its baseline. */
  transform: readonly number[]
  width: number
  height: number
  hasEOL: boolean
}

/** PDF.js adds a blank at about the same gap, as a share of the height of the text. */
const MIN_GAP = 0.15
/** Superscripts and subscripts are shifted by less, as a share of the height of the text. */
const MAX_SHIFT = 0.5
/** Cosine of the largest angle between two items of a line. */
const MIN_COSINE = 0.9

/**
 * The text of a page. PDF.js marks ends of lines and blanks within one stream of content only: it returns the values of a
 * flattened form, each a stream of its own, without either. Positions separate those.
 */
export function textOfItems(items: readonly (PdfTextItem | { type: string })[]): string {
  let text = ''
  let previous: PdfTextItem | undefined
  for (const item of items) {
    if (!('str' in item)) continue
    if (item.str.trim() !== '') {
      if (previous) text += separator(previous, item, /\s$/.test(text) || /^\s/.test(item.str), text)
      previous = item
    }
    text += item.str
    if (!item.hasEOL) continue
    text += '\n'
    previous = undefined
  }
  return text.trimEnd()
}

function separator(previous: PdfTextItem, next: PdfTextItem, hasBlank: boolean, text: string): string {
  if (text.endsWith('\n')) return ''
  const height = Math.max(previous.height, next.height)
  const { cosine, gap, shift } = placeOf(previous, next)
  const isApart = gap > MIN_GAP * height
  const isWithinText = hasBlank || Math.abs(gap) <= MIN_GAP * height
  if (cosine < MIN_COSINE || shift > (isWithinText ? 1 : MAX_SHIFT) * height) return '\n'
  return isApart && !hasBlank ? ' ' : ''
}

/** Where an item is, seen along the line of the item before it. The gap has no direction: text also runs from right to left. */
function placeOf(previous: PdfTextItem, next: PdfTextItem) {
  const [x = 1, y = 0] = directionOf(previous)
  const [nextX = 1, nextY = 0] = directionOf(next)
  const right = (next.transform[4] ?? 0) - (previous.transform[4] ?? 0)
  const up = (next.transform[5] ?? 0) - (previous.transform[5] ?? 0)
  const start = right * x + up * y
  return {
    cosine: x * nextX + y * nextY,
    gap: Math.max(start - previous.width, -(start + next.width)),
    shift: Math.abs(up * x - right * y),
  }
}

function directionOf({ transform: [a = 1, b = 0] }: PdfTextItem): readonly number[] {
  const length = Math.hypot(a, b)
  return length === 0 ? [] : [a / length, b / length]
}
