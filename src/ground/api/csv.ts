type Row = object

/** CSV by RFC 4180. An apostrophe precedes values that a spreadsheet would run as a formula. */
export async function* csv(columns: readonly string[], rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield line(columns)
  for await (const row of rows)
    yield line(columns.map((column) => (row as Readonly<Record<string, unknown>>)[column]))
}

export async function* jsonLines(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

const line = (cells: readonly unknown[]): string => `${cells.map(cellText).join(',')}\r\n`

const cellText = (value: unknown): string => {
  const text = plainText(value)
  const harmless = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const plainText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Characters that start a formula. East Asian spreadsheets also accept their full-width forms. Source: OWASP, "CSV
 * Injection".
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
