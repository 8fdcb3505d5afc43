import { splitSpans, joinSpans, type TextLine, type TextSpan } from './line.ts'

export interface Markup {
  text(plain: string): string
  bold(written: string): string
  italic(written: string): string
  strike(written: string): string
  /** @param plain Without line breaks. */
  code(plain: string): string
  codeBlock(plain: string, language: string): string
  link(written: string, address: string): string
  quote(written: string): string
  /** Whether delimiters work next to letters, as in `un*believ*able`. If not, such delimiters are left out. */
  readonly marksWithinWords: boolean
}

const same = (text: string) => text

export const PLAIN: Markup = {
  text: same,
  bold: same,
  italic: same,
  strike: same,
  code: same,
  codeBlock: same,
  link: (written, address) => `${written} (${address})`,
  quote: (written) => written.replaceAll(/^/gm, '> '),
  marksWithinWords: true,
}

/** Caches each rendered line, because cutting measures the same lines repeatedly. */
export function renderer(markup: Markup): (lines: readonly TextLine[]) => string {
  const known = new WeakMap<TextLine, string>()
  const renderLine = (line: TextLine): string => {
    const written = known.get(line) ?? renderSpans(line.spans, markup, MARKS, NOTHING_AROUND)
    known.set(line, written)
    return written
  }
  return (lines) =>
    blocksOf(lines)
      .map((block) => renderBlock(block, markup, renderLine))
      .join('\n')
}

const blocksOf = (lines: readonly TextLine[]): readonly (readonly [TextLine, ...TextLine[]])[] => {
  const blocks: [TextLine, ...TextLine[]][] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    if (last?.[0].block === line.block) last.push(line)
    else blocks.push([line])
  }
  return blocks
}

function renderBlock(
  lines: readonly [TextLine, ...TextLine[]],
  markup: Markup,
  renderLine: (line: TextLine) => string,
): string {
  const [{ block }] = lines
  if (block.kind === 'code')
    return markup.codeBlock(lines.map(({ spans }) => joinSpans(spans)).join('\n'), block.language)
  const written = lines.map(renderLine).join('\n')
  return block.kind === 'quote' ? markup.quote(written) : written
}

type Mark = 'link' | 'bold' | 'italic' | 'strike' | 'code'

const MARKS: readonly Mark[] = ['link', 'bold', 'italic', 'strike', 'code']

interface Around {
  readonly before: string
  readonly after: string
}

const NOTHING_AROUND: Around = { before: '', after: '' }

function renderSpans(
  spans: readonly TextSpan[],
  markup: Markup,
  marks: readonly Mark[],
  around: Around,
): string {
  const [mark, ...inner] = marks
  if (!mark) return markup.text(joinSpans(spans))
  if (!spans.some((span) => span[mark])) return renderSpans(spans, markup, inner, around)
  const groups = groupsOf(spans, mark)
  return groups
    .map((group, index) => {
      const before = groups[index - 1]
      const after = groups[index + 1]
      return renderGroup(group, markup, mark, inner, {
        before: before ? joinSpans(before) : around.before,
        after: after ? joinSpans(after) : around.after,
      })
    })
    .join('')
}

const groupsOf = (spans: readonly TextSpan[], mark: Mark): readonly (readonly TextSpan[])[] => {
  const groups: TextSpan[][] = []
  for (const span of spans) {
    const last = groups.at(-1)
    if (last?.[0]?.[mark] === span[mark]) last.push(span)
    else groups.push([span])
  }
  return groups
}

function renderGroup(
  spans: readonly TextSpan[],
  markup: Markup,
  mark: Mark,
  inner: readonly Mark[],
  around: Around,
): string {
  const marked = spans[0]?.[mark]
  const text = joinSpans(spans)
  const unmarked = () => renderSpans(spans, markup, inner, around)
  if (!marked || text.trim() === '') return unmarked()
  // Providers ignore delimiters with a space on the inner side, so spaces are moved outside.
  const start = text.length - text.trimStart().length
  const end = text.trimEnd().length
  const before = start > 0 ? '' : around.before
  const after = end < text.length ? '' : around.after
  const isWithinWord = LETTER_LAST.test(before.slice(-2)) || LETTER_FIRST.test(after.slice(0, 2))
  if (mark !== 'link' && isWithinWord && !markup.marksWithinWords) return unmarked()
  const [rest, tail] = splitSpans(spans, end)
  const [lead, body] = splitSpans(rest, start)
  const written =
    mark === 'link'
      ? markup.link(renderSpans(body, markup, inner, { before, after }), String(marked))
      : mark === 'code'
        ? markup.code(joinSpans(body))
        : markup[mark](renderSpans(body, markup, inner, { before, after }))
  return markup.text(joinSpans(lead)) + written + markup.text(joinSpans(tail))
}

const LETTER_LAST = /[\p{L}\p{N}\p{M}_]$/u
const LETTER_FIRST = /^[\p{L}\p{N}\p{M}_]/u
