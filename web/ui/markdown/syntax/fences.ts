import type { MarkdownIt, StateBlock, Token } from 'markdown-it'

const OUTER = /^(`{3,}|~{3,})[ \t]*(?:markdown|mdx?)\b(?![^\n]*`)/i
const FENCE = /^(`{3,}|~{3,})[ \t]*([^\n]*)$/

/** A Markdown fence may contain fences of the same length. */
export function fences(parser: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  parser.block.ruler.before('fence', 'markdown_fence', markdownFence, { alt })
  parser.core.ruler.after('block', 'math_fence', ({ tokens }) => tokens.forEach(markFormula))
}

function markdownFence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false
  const opening = lineOf(state, startLine)
  const sign = OUTER.exec(opening)?.[1]
  if (!sign) return false
  if (silent) return true
  const { end, isClosed } = endOf(state, startLine, endLine, sign)
  const token = state.push('fence', 'code', 0)
  token.info = opening.slice(sign.length).trim()
  token.content = state.getLines(startLine + 1, end, state.sCount[startLine]!, true)
  token.markup = sign
  state.line = isClosed ? end + 1 : end
  token.map = [startLine, state.line]
  return true
}

function endOf(state: StateBlock, startLine: number, endLine: number, sign: string) {
  let depth = 0
  for (let line = startLine + 1; line < endLine; line++) {
    // A fence ends before the first line outside its list item or quotation.
    if (state.sCount[line]! < state.blkIndent && !state.isEmpty(line)) return { end: line, isClosed: false }
    const [, inner = '', info = ''] = FENCE.exec(lineOf(state, line).trimEnd()) ?? []
    if (!inner.startsWith(sign) || state.sCount[line]! - state.blkIndent >= 4) continue
    if (info !== '') depth += info.includes('`') ? 0 : 1
    else if (depth === 0) return { end: line, isClosed: true }
    else depth -= 1
  }
  return { end: endLine, isClosed: false }
}

function markFormula(token: Token): void {
  if (token.type !== 'fence' || !/^math\s*$/i.test(token.info)) return
  const [first, last] = token.map ?? [0, 0]
  const isClosed = last - first === token.content.split('\n').length + 1
  Object.assign(token, { type: 'maths', tag: 'math', content: token.content.trim(), markup: '$$' })
  token.meta = { close: isClosed ? '$$' : '', display: true }
}

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])
