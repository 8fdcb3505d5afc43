/** A list to keep, written row by row. */
export class Download {
  readonly filename: string
  readonly contentType: string
  readonly text: AsyncIterable<string>
  constructor(filename: string, contentType: string, text: AsyncIterable<string>) {
    this.filename = filename
    this.contentType = contentType
    this.text = text
  }
}

type Row = Readonly<Record<string, unknown>>

/**
 * Export rows as CSV or as one JSON object a line.
 *
 * @param name    File name without its ending.
 * @param columns Names of the CSV's columns, in order.
 */
export function exportRows(
  rows: AsyncIterable<Row>,
  { name, format, columns }: { name: string; format: 'csv' | 'jsonl'; columns: readonly string[] },
): Download {
  return format === 'csv'
    ? new Download(`${name}.csv`, 'text/csv; charset=utf-8; header=present', csvLines(rows, columns))
    : new Download(`${name}.jsonl`, 'application/x-ndjson; charset=utf-8', jsonLines(rows))
}

/** Every row of a paged list, read a page at a time. */
export async function* everyRow<T>(
  readPage: (page: { offset: number; limit: number }) => Promise<{ items: readonly T[] }>,
): AsyncGenerator<T> {
  const limit = 200
  for (let offset = 0; ; offset += limit) {
    const { items } = await readPage({ offset, limit })
    yield* items
    if (items.length < limit) return
  }
}

async function* csvLines(rows: AsyncIterable<Row>, columns: readonly string[]): AsyncGenerator<string> {
  yield `${columns.map(csvCell).join(',')}\r\n`
  for await (const row of rows) yield `${columns.map((column) => csvCell(row[column])).join(',')}\r\n`
}

async function* jsonLines(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

/** One value as a CSV cell. What a spreadsheet would take for a formula starts with an apostrophe. Source: RFC 4180. */
export function csvCell(value: unknown): string {
  const text = plainText(value)
  const harmless = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const plainText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const FORMULA = /^\s*[=+\-@]|^[\t\r]/
