import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

/** What opens a formula, and what closes it. */
const CLOSES: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]', '\\(': '\\)', $: '$' }

/** `$…$`, `\(…\)`, and in display `$$…$$`, `\[…\]`. Amounts of money stay text. */
export function maths(parser: MarkdownIt): void {
  parser.inline.ruler.before('escape', 'maths', inlineMaths)
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  parser.block.ruler.before('fence', 'maths', mathsBlock, { alt })
}

function inlineMaths(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  const two = src.slice(pos, pos + 2)
  const open = Object.hasOwn(CLOSES, two) ? two : src[pos] === '$' ? '$' : null
  if (!open) return false
  const end = endOf(src, pos + open.length, open)
  if (end === -1) return false
  const content = src.slice(pos + open.length, end)
  const close = CLOSES[open]!
  if (!content.trim() || (open === '$' && !isFormula(src, pos, end, content))) return false
  if (!silent) {
    const token = state.push('maths', 'math', 0)
    token.content = content.trim()
    token.markup = open
    token.meta = { close, display: isDisplay(open) }
  }
  state.pos = end + close.length
  return true
}

const isDisplay = (open: string) => open === '$$' || open === '\\['

/** The next sign of its kind ends a formula or shows that it is none, so that no text is looked through twice. */
function endOf(src: string, from: number, open: string): number {
  const signs = open[0] === '$' ? /\\[^]|\$\$?|`/g : /\\[^]/g
  signs.lastIndex = from
  for (let found = signs.exec(src); found; found = signs.exec(src)) {
    const [sign] = found
    if (sign === CLOSES[open]) return found.index
    const isOther = open[0] === '$' ? sign[0] !== '\\' : sign === open
    if (isOther) return -1
  }
  return -1
}

/** Single dollars hold a formula when they hug it, and it isn't "$5 and $10", "$HOME/$USER" or "$20, you have 30$". */
function isFormula(src: string, open: number, close: number, content: string): boolean {
  if (/[A-Za-z0-9$]/.test(src[open - 1] ?? ' ') || /^\s|\s$/.test(content)) return false
  const after = src.slice(close + 1, close + 5)
  if (/^[A-Za-z0-9{(]/.test(after) && !/^(?:th|st|nd|rd|s)(?![A-Za-z0-9])/.test(after)) return false
  return !(/^\d/.test(content) && /\s\p{L}{2}/u.test(content) && !/[\\^_={}]/.test(content))
}

/** A formula that begins a line may go over several, up to an empty one. At the end of a text it may be on its way. */
function mathsBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const open = lineOf(state, startLine).slice(0, 2)
  if (!isDisplay(open) || state.sCount[startLine]! - state.blkIndent >= 4) return false
  const close = CLOSES[open]!
  const last = lastLine(state, startLine, endLine, close)
  if (last === null) return false
  if (silent) return true
  const isClosed = last < endLine
  state.line = Math.min(last + 1, endLine)
  const whole = state.getLines(startLine, state.line, state.sCount[startLine]!, false).trim()
  const token = state.push('maths', 'math', 0)
  token.block = true
  token.content = whole.slice(2, isClosed ? -2 : undefined).trim()
  token.markup = open
  token.meta = { close: isClosed ? close : '', display: true }
  token.map = [startLine, state.line]
  return true
}

/** The line that closes it, `endLine` when the text ends before, null when it is no formula. */
function lastLine(state: StateBlock, startLine: number, endLine: number, close: string): number | null {
  for (let line = startLine; line < endLine; line++) {
    const isInside = line === startLine || state.sCount[line]! >= state.blkIndent
    if (state.isEmpty(line) || !isInside) return null
    const text = lineOf(state, line).slice(line === startLine ? 2 : 0)
    const end = text.indexOf(close)
    // What goes on after the formula is a paragraph with a formula in it.
    if (end !== -1) return text.slice(end + 2).trim() || (line === startLine && !end) ? null : line
    if (/(?<!\\)\\\[/.test(text)) return null
  }
  return endLine
}

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])
