import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

const DEFINITION = /^\[\^([^\]\s]{1,60})\]:/
const MARK = /\[\^([^\]\s]{1,60})\]/y

/** The lowercase prefix keeps footnotes apart from links, whose names in `references` are uppercase. */
const nameOf = (label: string) => `footnote ${label.toUpperCase()}`

/** Undefined references stay text. */
export function footnotes(parser: MarkdownIt): void {
  parser.block.ruler.before('reference', 'footnote', footnote, { alt: ['paragraph', 'reference'] })
  parser.inline.ruler.before('link', 'footnote_mark', footnoteMark)
}

function footnote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = state.bMarks[startLine]! + state.tShift[startLine]!
  const [sign, label] =
    DEFINITION.exec(state.src.slice(start, Math.min(state.eMarks[startLine]!, start + 80))) ?? []
  if (!sign || !label || state.sCount[startLine]! - state.blkIndent >= 4) return false
  if (silent) return true
  if (state.level > 0) return false
  const references = (state.env['references'] ??= {}) as Record<string, unknown>
  references[nameOf(label)] ??= { title: '', href: '' }
  const token = state.push('footnote_open', 'aside', 1)
  token.info = label
  token.map = [startLine, startLine + 1]
  parseNote(state, startLine, endLine, start + sign.length)
  token.map[1] = state.line
  state.push('footnote_close', 'aside', -1)
  return true
}

function parseNote(state: StateBlock, line: number, endLine: number, from: number): void {
  const { blkIndent, parentType } = state
  const before = [state.bMarks[line]!, state.tShift[line]!, state.sCount[line]!] as const
  const spaces = /^[ \t]*/.exec(state.src.slice(from, state.eMarks[line]))![0].length
  state.bMarks[line] = from
  state.tShift[line] = spaces
  state.blkIndent = blkIndent + 4
  state.sCount[line] = state.blkIndent
  state.parentType = 'root'
  state.md.block.tokenize(state, line, endLine)
  state.blkIndent = blkIndent
  state.parentType = parentType
  ;[state.bMarks[line], state.tShift[line], state.sCount[line]] = before
}

function footnoteMark(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '[') return false
  MARK.lastIndex = state.pos
  const [sign, label] = MARK.exec(state.src) ?? []
  const references = state.env['references'] as Record<string, unknown> | undefined
  if (!sign || !label || !references || !Object.hasOwn(references, nameOf(label))) return false
  if (!silent) state.push('footnote_mark', 'sup', 0).content = label
  state.pos += sign.length
  return true
}
