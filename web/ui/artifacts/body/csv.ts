export interface CsvTable {
  /** The first record, padded to the longest record. */
  head: readonly string[]
  /** Records after the first. Short records lack values at their end. */
  rows: readonly (readonly string[])[]
}

const SEPARATORS = [',', ';', '\t', '|'] as const

/**
 * Never throws. An unclosed quote is an ordinary character.
 * @param isCut The text may end within a record; that record is dropped.
 */
export function parseCsv(text: string, { isCut = false } = {}): CsvTable {
  const source = text.replace(/^\uFEFF/, '')
  const records = readRecords(source, separatorOf(source))
  if (isCut && records.length > 1) records.pop()
  const [head = [], ...rows] = records
  const width = rows.reduce((most, row) => Math.max(most, row.length), head.length)
  return { head: Array.from({ length: width }, (_, column) => head[column] ?? ''), rows }
}

export function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const line = (end === -1 ? text : text.slice(0, end)).replace(/"[^"]*"/g, '')
  const counts = SEPARATORS.map((separator) => line.split(separator).length - 1)
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!
}

/** Each unclosed quote costs a scan to the end of the text. After this number, quotes are ordinary characters. */
const MAX_MALFORMED_QUOTES = 20

function readRecords(text: string, separator: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let forgiven = 0
  let at = 0
  while (at <= text.length) {
    const quoted = text[at] === '"' && forgiven < MAX_MALFORMED_QUOTES ? readQuoted(text, at) : null
    if (text[at] === '"' && !quoted) forgiven += 1
    const end = endOfField(text, quoted?.end ?? at, separator)
    record.push((quoted?.value ?? '') + text.slice(quoted?.end ?? at, end))
    at = end + 1
    if (text[end] === separator) continue
    if (text[end] === '\r' && text[at] === '\n') at += 1
    if (record.length > 1 || record[0] !== '') records.push(record)
    record = []
  }
  return records
}

/** Null if the quote is never closed; else the value and the position after it. */
function readQuoted(text: string, start: number): { value: string; end: number } | null {
  let from = start + 1
  let value = ''
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return null
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    from = quote + 2
  }
}

function endOfField(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === separator || letter === '\n' || letter === '\r') return at
  }
  return text.length
}
