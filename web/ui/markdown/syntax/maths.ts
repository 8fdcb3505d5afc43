import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

const CLOSES: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]', '\\(': '\\)', $: '$' }

export function maths(parser: MarkdownIt): void {
  parser.inline.ruler.before('escape', 'maths', inlineMaths)
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  parser.block.ruler.before('fence', 'maths', mathsBlock, { alt })
}

function inlineMaths(state: StateInline, silent: boolean): boolean {
  const formula = formulaAt(state.src, state.pos)
  if (!formula) return false
  if (!silent) {
    const { open, content } = formula
    const token = state.push('maths', 'math', 0)
    token.content = content.trim()
    token.markup = open
    token.meta = { close: CLOSES[open]!, display: isDisplay(open) }
  }
  state.pos = formula.end
  return true
}

export function formulaAt(src: string, pos: number): { open: string; content: string; end: number } | null {
  const two = src.slice(pos, pos + 2)
  const open = Object.hasOwn(CLOSES, two) ? two : src[pos] === '$' ? '$' : null
  if (!open) return null
  const end = endOf(src, pos + open.length, open)
  if (end === -1) return null
  const content = src.slice(pos + open.length, end)
  if (!content.trim() || (open === '$' && !isFormula(src, pos, end, content))) return null
  if (open === '\\[' && !isInBrackets(src, pos, end, content)) return null
  if (open === '\\(' && (src[pos - 1] === ']' || isProse(content))) return null
  return { open, content, end: end + CLOSES[open]!.length }
}

const isDisplay = (open: string) => open === '$$' || open === '\\['

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

/** Excludes texts such as "$5 and $10", "$HOME/$USER" and "$20, you have 30$". */
function isFormula(src: string, open: number, close: number, content: string): boolean {
  if (/[A-Za-z0-9$]/.test(src[open - 1] ?? ' ') || /^\s|\s$/.test(content)) return false
  const after = src.slice(close + 1, close + 5)
  if (/^[A-Za-z0-9{(]/.test(after) && !/^(?:th|st|nd|rd|s)(?![A-Za-z0-9])/.test(after)) return false
  return !(/^\d/.test(content) && /\s\p{L}{2}/u.test(content) && !/[\\^_={}]/.test(content))
}

/** Escaped brackets often contain text, such as `\\[1\\]` or `list\\[i\\]`, so the content must look like a formula. */
function isInBrackets(src: string, open: number, close: number, content: string): boolean {
  const before = src[open - 1] ?? ''
  const after = src.slice(close + 2, close + 4)
  if (/[\w)\]}`]/.test(before) || /^\\?[([:]/.test(after)) return false
  const isTask = before === '' && /^\s/.test(after) && content.trim().length === 1
  return !isTask && readsAsFormula(content)
}

const isProse = (content: string): boolean =>
  /^(?:[a-z]+:|\/)\S*$/i.test(content) ||
  (/\p{L}{3,}\s+\p{L}{2,}/u.test(content) && !/[\\^_={}]/.test(content))

function readsAsFormula(content: string): boolean {
  if (!content.trim()) return false
  // Models put spaces inside the delimiters of display formulas; ordinary text does not.
  if (/^\s/.test(content) && /\s$/.test(content)) return true
  if (/[\\^_={}<>]|[\p{L}\d)]\s*[+*/−×·]\s*[\p{L}\d(]/u.test(content)) return !/^[a-z]+:\/\//i.test(content)
  return /^\s*\p{L}'?\s*$/u.test(content)
}

/** A formula may span lines up to an empty line. While a text grows, its last formula may be incomplete. */
function mathsBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const open = lineOf(state, startLine).slice(0, 2)
  if (!isDisplay(open) || state.sCount[startLine]! - state.blkIndent >= 4) return false
  const close = CLOSES[open]!
  const last = lastLine(state, startLine, endLine, close)
  if (last === null || (open === '\\[' && !isBracketBlock(state, startLine, last))) return false
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

function isBracketBlock(state: StateBlock, startLine: number, last: number): boolean {
  const first = lineOf(state, startLine).trim()
  if (first === '\\[' || readsAsFormula(first.replace(/^\\\[|\\\]$/g, ''))) return true
  for (let line = startLine + 1; line <= Math.min(last, state.lineMax - 1); line++)
    if (BLOCK_START.test(lineOf(state, line))) return false
  const end = Math.min(last + 1, state.lineMax)
  const whole = state.getLines(startLine, end, state.sCount[startLine]!, false).trim()
  return readsAsFormula(whole.replace(/^\\\[|\\\]$/g, ''))
}

const BLOCK_START =
  /^(?:#{1,6}(?:\s|$)|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|>|```|~~~|<|\||\$\$|(?:[-*_=]\s*){3,}$|\[\^)/

/** Line of the closing delimiter; `endLine` if the text ends before it; null if the lines contain no formula. */
function lastLine(state: StateBlock, startLine: number, endLine: number, close: string): number | null {
  for (let line = startLine; line < endLine; line++) {
    const isInside = line === startLine || state.sCount[line]! >= state.blkIndent
    if (state.isEmpty(line) || !isInside) return null
    const text = lineOf(state, line).slice(line === startLine ? 2 : 0)
    const end = text.indexOf(close)
    // Text after the closing delimiter makes the block a paragraph with an inline formula.
    if (end !== -1) return text.slice(end + 2).trim() || (line === startLine && !end) ? null : line
    if (/(?<!\\)\\\[/.test(text)) return null
  }
  return endLine
}

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])
