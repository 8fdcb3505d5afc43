import type { Token } from './parser.ts'

interface Cell {
  text: string
  source: string
  alignment: string
}

export const rowCount = (tokens: readonly Token[]): number =>
  Math.max(0, tokens.filter(({ type }) => type === 'tr_open').length - 1)

export function firstRows(tokens: readonly Token[], rows: number): readonly Token[] {
  const body = tokens.findIndex(({ type }) => type === 'tbody_open')
  let left = rows
  const end = tokens.findIndex(({ type }, at) => at > body && type === 'tr_close' && --left === 0)
  return [...tokens.slice(0, end + 1), ...tokens.slice(-1)]
}

export const asCsv = (tokens: readonly Token[]): string =>
  rowsOf(tokens)
    .map((row) => row.map(({ text }) => csvCell(text)).join(',') + '\r\n')
    .join('')

export function asMarkdown(tokens: readonly Token[]): string {
  const [head = [], ...rows] = rowsOf(tokens)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  const sources = (row: readonly Cell[]) => row.map(({ source }) => source.replaceAll('|', '\\|'))
  return [
    line(sources(head)),
    line(head.map(({ alignment }) => alignment)),
    ...rows.map((row) => line(sources(row))),
  ].join('')
}

function rowsOf(tokens: readonly Token[]): Cell[][] {
  const rows: Cell[][] = []
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'tr_open') rows.push([])
    if (token.type !== 'inline') continue
    const style = String(tokens[at - 1]?.attrGet('style') ?? '')
    const alignment = style.endsWith('right') ? '---:' : style.endsWith('center') ? ':---:' : '---'
    rows.at(-1)!.push({ text: textOf(token.children ?? []), source: token.content, alignment })
  }
  return rows
}

const textOf = (tokens: readonly Token[]): string =>
  tokens.map(({ type, content }) => (type.endsWith('break') ? '\n' : content)).join('')

/** Adds an apostrophe, because spreadsheets execute cells that begin like a formula. */
function csvCell(text: string): string {
  const isNumber = /^[+-]?[\d.,\s]+%?$/.test(text)
  const safe = /^[=+\-@\t\r]/.test(text) && !isNumber ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
