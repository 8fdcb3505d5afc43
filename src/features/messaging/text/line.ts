export interface TextLine {
  /** Lines of one block share the same object, and are quoted or fenced together. */
  readonly block: Block
  readonly spans: readonly TextSpan[]
}

export type Block =
  | { readonly kind: 'text' }
  | { readonly kind: 'quote' }
  | { readonly kind: 'code'; readonly language: string }

export interface TextSpan extends Marks {
  readonly text: string
}

export interface Marks {
  readonly bold: boolean
  readonly italic: boolean
  readonly strike: boolean
  readonly code: boolean
  readonly link: string | null
}

export const TEXT: Block = { kind: 'text' }

export const UNMARKED: Marks = { bold: false, italic: false, strike: false, code: false, link: null }

export const plainLine = (text: string, block: Block = TEXT): TextLine => ({
  block,
  spans: [{ ...UNMARKED, text }],
})

export const plainLines = (text: string): readonly TextLine[] =>
  text
    .toWellFormed()
    .split(/\r\n|\r|\n/)
    .map((line) => plainLine(line))

export const joinSpans = (spans: readonly TextSpan[]): string => spans.map(({ text }) => text).join('')

/** UTF-16 units of the text without markup. */
export const lengthOf = (lines: readonly TextLine[]): number =>
  lines.reduce((sum, { spans }) => sum + joinSpans(spans).length, Math.max(lines.length - 1, 0))

export function splitSpans(
  spans: readonly TextSpan[],
  at: number,
): [readonly TextSpan[], readonly TextSpan[]] {
  const head: TextSpan[] = []
  const tail: TextSpan[] = []
  let start = 0
  for (const span of spans) {
    const inside = Math.min(Math.max(at - start, 0), span.text.length)
    if (inside > 0) head.push({ ...span, text: span.text.slice(0, inside) })
    if (inside < span.text.length) tail.push({ ...span, text: span.text.slice(inside) })
    start += span.text.length
  }
  return [head, tail]
}
