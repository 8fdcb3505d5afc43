import type { MarkdownIt, StateCore } from 'markdown-it'
import { formulaAt } from './maths.ts'

/**
 * Placeholder for a bar in a formula while table cells are parsed. Unicode noncharacter, so text does not contain it.
 */
const BAR = '\uFDD0'

/** A bar in a formula, as in `$P(a|b)$`, does not end a table cell. */
export function mathsInTables(parser: MarkdownIt): void {
  parser.core.ruler.before('block', 'hide_bars', hideBars)
  parser.core.ruler.after('block', 'show_bars', showBars)
}

function hideBars(state: StateCore): void {
  if (!state.src.includes('|') || state.src.includes(BAR)) return
  state.src = state.src.split('\n').map(hideBarsIn).join('\n')
}

function hideBarsIn(line: string): string {
  if (!line.includes('|') || !/[$]|\\[[(]/.test(line)) return line
  let written = ''
  for (let at = 0; at < line.length;) {
    const end = line[at] === '$' || line[at] === '\\' ? formulaAt(line, at)?.end : undefined
    const next = end ?? at + (line[at] === '\\' ? 2 : 1)
    const piece = line.slice(at, next)
    written += end === undefined ? piece : piece.replaceAll('|', BAR)
    at = next
  }
  return written
}

function showBars({ src, tokens }: StateCore): void {
  if (!src.includes(BAR)) return
  for (const token of tokens) {
    token.content = token.content.replaceAll(BAR, '|')
    token.info = token.info.replaceAll(BAR, '|')
  }
}
