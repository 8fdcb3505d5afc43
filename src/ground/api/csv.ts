type Row = object

/**
 * Rows as CSV, the header first. Values that a spreadsheet would read as a formula begin with an apostrophe.
 * Objects become JSON, null an empty cell. Source: RFC 4180.
 */
export async function* csv(columns: readonly string[], rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield line(columns)
  for await (const row of rows)
    yield line(columns.map((column) => (row as Readonly<Record<string, unknown>>)[column]))
}

/** Rows as JSON, one a line. */
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

/** Signs that begin a formula, also in full width, as East Asian spreadsheets take them. Source: OWASP, "CSV Injection". */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
