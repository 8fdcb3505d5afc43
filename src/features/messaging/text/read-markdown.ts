import MarkdownIt, { type Token } from 'markdown-it'
import markdownItCjkFriendly from 'markdown-it-cjk-friendly'
import { cjkMarks } from '#ground/base/cjk-marks.ts'
import {
  plainLine,
  plainLines,
  TEXT,
  joinSpans,
  UNMARKED,
  type Block,
  type TextLine,
  type TextSpan,
} from './line.ts'
import { readInline } from './read-inline.ts'

const MAX_NESTING_LEVELS = 100

const parser = new MarkdownIt({ html: false, linkify: false, breaks: true, maxNesting: MAX_NESTING_LEVELS })
// Without these plug-ins, emphasis next to Chinese, Japanese and Korean punctuation is not recognized.
parser.use(markdownItCjkFriendly).use(cjkMarks)

/** An address longer than `longestAddress` is written as text after its label. */
export function readMarkdown(markdown: string, longestAddress: number): readonly TextLine[] {
  const tokens = parser.parse(withWholeFormulas(markdown.toWellFormed()), {})
  // The parser drops content below its maximum depth.
  const isTooDeep = tokens.some(({ level }) => level >= MAX_NESTING_LEVELS - 1)
  const lines = isTooDeep ? [] : createReader(longestAddress).read(tokens)
  return lines.some(({ spans }) => joinSpans(spans).trim() !== '') ? lines : plainLines(markdown)
}

interface List {
  next: number | null
}

function createReader(longestAddress: number) {
  const lines: TextLine[] = []
  const open: { type: string; hasChild: boolean }[] = [{ type: 'document', hasChild: false }]
  const lists: List[] = []
  let quote: Block | null = null
  let marker: string | null = null
  let row: TextSpan[][] | null = null

  function begin(token: Token) {
    const parent = open.at(-1)
    const isApart = parent?.type === 'document' || parent?.type === 'blockquote_open'
    if (isApart && parent.hasChild) lines.push(plainLine('', quote ?? TEXT))
    if (parent) parent.hasChild = true
    if (token.nesting === 1) open.push({ type: token.type, hasChild: false })
    if (token.type === 'blockquote_open') quote ??= { kind: 'quote' }
    else if (token.type === 'bullet_list_open') lists.push({ next: null })
    else if (token.type === 'ordered_list_open') lists.push({ next: Number(token.attrGet('start') ?? 1) })
    else if (token.type === 'list_item_open') marker = markerOf(lists.at(-1))
    else if (token.type === 'tr_open') row = []
    else if (token.type === 'hr') push([{ ...UNMARKED, text: '———' }])
    else if (token.type === 'fence' || token.type === 'code_block') code(token)
  }

  function end({ type }: Token) {
    open.pop()
    if (type === 'blockquote_close' && !open.some((block) => block.type === 'blockquote_open')) quote = null
    else if (type === 'bullet_list_close' || type === 'ordered_list_close') lists.pop()
    else if (type === 'list_item_close' && marker !== null) push([])
    else if (type === 'tr_close' && row) {
      push(row.flatMap((cell, index) => (index === 0 ? cell : [{ ...UNMARKED, text: ' | ' }, ...cell])))
      row = null
    }
  }

  function push(spans: readonly TextSpan[]) {
    const lead = lists.length === 0 ? '' : indent(lists.length - 1) + (marker ?? indent(1))
    marker = null
    lines.push({ block: quote ?? TEXT, spans: lead ? [{ ...UNMARKED, text: lead }, ...spans] : spans })
  }

  function inline(token: Token) {
    const bold = BOLD.has(open.at(-1)?.type ?? '')
    const written = readInline(token.children ?? [], { ...UNMARKED, bold }, longestAddress)
    if (row) row.push(written.flat())
    else written.forEach(push)
  }

  function code({ content, info }: Token) {
    if (marker !== null) push([])
    const fence: Block = { kind: 'code', language: /^\S*/.exec(info.trim())?.[0] ?? '' }
    for (const line of content.replace(/\n$/, '').split('\n')) lines.push(plainLine(line, fence))
  }

  return {
    read(tokens: readonly Token[]): readonly TextLine[] {
      for (const token of tokens) {
        if (token.type === 'inline') inline(token)
        else if (token.nesting === -1) end(token)
        else begin(token)
      }
      return lines
    },
  }
}

const BOLD = new Set(['heading_open', 'th_open'])

/** Deeper levels get no more indentation, because phones are narrow. */
const indent = (levels: number) => '  '.repeat(Math.min(levels, 4))

const markerOf = (list: List | undefined): string => {
  if (list?.next == null) return '• '
  const marker = `${list.next}. `
  list.next += 1
  return marker
}

/** An inline formula. The rule about spaces excludes prices such as `$5 and $6`. */
const FORMULA = /\$(?=\S)((?:[^$\n\\]|\\.)*[^$\s\\])\$(?![\w$])/g

/** Escapes bars in formulas of table rows, where they would end a cell. */
function withWholeFormulas(markdown: string): string {
  if (!markdown.includes('$')) return markdown
  let fence: string | null = null
  return markdown
    .split('\n')
    .map((line) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
      if (mark && fence === null) fence = mark
      else if (mark && fence !== null && mark.startsWith(fence)) fence = null
      if (mark || fence !== null || !/^\s*\|/.test(line)) return line
      return line.replaceAll(FORMULA, (formula) => formula.replaceAll(/(?<!\\)\|/g, '\\|'))
    })
    .join('\n')
}
