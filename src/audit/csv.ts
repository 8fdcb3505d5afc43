type Cell = string | number | boolean | null | object

/** What a spreadsheet would take for a formula. Source: OWASP, "CSV Injection". */
const FORMULA = /^[\s]*[=+\-@\t\r]/

/**
 * Rows as CSV (RFC 4180), the header first. A text that a spreadsheet would run as a formula gets an apostrophe in
 * front. Objects become JSON, null an empty cell.
 */
export async function* csv(columns: readonly string[], rows: AsyncIterable<object>): AsyncGenerator<string> {
  yield line(columns)
  for await (const row of rows)
    yield line(columns.map((column) => (row as Record<string, Cell>)[column] ?? null))
}

/** Rows as JSON, one a line. */
export async function* jsonLines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

const line = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

const cellText = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
