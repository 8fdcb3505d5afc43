export interface PdfTextItem {
  str: string
  /** A transformation matrix of six numbers; the last two are the start of the baseline. */
  transform: readonly number[]
  width: number
  height: number
  hasEOL: boolean
}

/** Minimum gap between words, relative to text height. PDF.js uses nearly the same value. */
const MIN_GAP = 0.15
/**
 * Maximum distance between the baselines of two items of a line, relative to text height, if a gap separates the
 * items. Superscripts and subscripts follow without a gap, so they may be further away.
 */
const MAX_SHIFT = 0.5
/** Cosine of the largest angle between two items of a line. */
const MIN_COSINE = 0.9

/** Also compares positions, because PDF.js marks no spaces between the values of a flattened form. */
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
  const { cosine, gap, shift } = measureGap(previous, next)
  const isApart = gap > MIN_GAP * height
  const isWithinText = hasBlank || Math.abs(gap) <= MIN_GAP * height
  if (cosine < MIN_COSINE || shift > (isWithinText ? 1 : MAX_SHIFT) * height) return '\n'
  return isApart && !hasBlank ? ' ' : ''
}

/**
 * Measures the gap on the side of `previous` where `next` is, because text may run from right to left. The gap is
 * negative if the items overlap.
 */
function measureGap(previous: PdfTextItem, next: PdfTextItem) {
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
