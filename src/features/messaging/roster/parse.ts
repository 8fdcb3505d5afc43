import { parse, type CsvError } from 'csv-parse/sync'
import { hintAt } from '#ground/base/nearest-name.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { CHANNEL_NAMES, isChannel } from '#ground/hub/channels.ts'
import { isPerson, parseSubject } from '#core/access/subject.ts'
import { comparable, isSameHandle, keyOn, type RosterRow } from './row.ts'

export interface RosterProblem {
  /** From 1; null if the problem concerns no single line. */
  line: number | null
  message: string
}

/** Problems never quote handles, e-mails or names. */
export function parseRoster(content: string): Result<readonly RosterRow[], readonly RosterProblem[]> {
  const records = readRecords(content)
  if (!records.ok) return records
  const [header, ...rest] = records.value
  if (!header) return refused([{ line: null, message: 'is empty: its first line must name its columns' }])
  const columns = readHeader(header)
  if (!columns.ok) return columns
  const read = rest.map((record) => readRow(record, columns.value))
  const rows = read.flatMap((row) => (row.ok ? [row.value] : []))
  const problems = [...read.flatMap((row) => (row.ok ? [] : row.refusal)), ...contradictions(rows)]
  if (problems.length > 0) return refused(problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)))
  return accepted(rows)
}

interface Record {
  line: number
  cells: readonly string[]
}

function readRecords(content: string): Result<readonly Record[], readonly RosterProblem[]> {
  try {
    const records = parse(content, {
      bom: true,
      info: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
    })
    return accepted(
      (records as unknown as { record: string[]; info: { lines: number } }[])
        .map(({ record, info }) => ({ line: info.lines, cells: record }))
        .filter(({ cells }) => cells.some((cell) => cell !== '')), // spreadsheets leave empty rows
    )
  } catch (error) {
    const { code, lines } = error as CsvError & { lines?: number }
    return refused([{ line: lines ?? null, message: SYNTAX[code] ?? `is not valid CSV (${code})` }])
  }
}

const SYNTAX: Readonly<{ [code: string]: string }> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  CSV_INVALID_CLOSING_QUOTE:
    'a comma must follow a closing quotation mark; write a quotation mark within a value twice',
  INVALID_OPENING_QUOTE:
    'put a value with a quotation mark in quotation marks, and write the inner mark twice',
}

const REQUIRED = ['surface', 'handle', 'email'] as const
const COLUMNS = [...REQUIRED, 'name'] as const
type Column = (typeof COLUMNS)[number]
type Columns = ReadonlyMap<string, number>

function readHeader({ line, cells }: Record): Result<Columns, readonly RosterProblem[]> {
  const names = cells.map((cell) => cell.toLowerCase())
  const problem = (message: string) => refused([{ line, message }])
  const missing = REQUIRED.filter((name) => !names.includes(name))
  if (missing.length > 0)
    return problem(
      `the first line lacks ${missing.join(', ')}: it must name the columns ${COLUMNS.join(',')}, with commas`,
    )
  const unknown = names.findIndex((name) => !(COLUMNS as readonly string[]).includes(name))
  if (unknown !== -1)
    return problem(
      `column ${unknown + 1} is not one of ${COLUMNS.join(', ')}${hintAt(names[unknown]!, COLUMNS)}`,
    )
  if (new Set(names).size < names.length) return problem('the first line names a column twice')
  return accepted(new Map(names.map((name, index) => [name, index])))
}

function readRow({ line, cells }: Record, columns: Columns): Result<RosterRow, readonly RosterProblem[]> {
  const cell = (name: Column) => cells[columns.get(name) ?? -1] ?? ''
  if (cells.length !== columns.size)
    return refused([
      { line, message: `has ${cells.length} values, but the first line names ${columns.size} columns` },
    ])
  const surface = cell('surface')
  const handle = cell('handle')
  const email = parseSubject(cell('email'))
  const problems: string[] = []
  if (surface !== '*' && !isChannel(surface))
    problems.push(
      `surface is neither * nor one of ${CHANNEL_NAMES.join(', ')}${hintAt(surface, CHANNEL_NAMES)}`,
    )
  const wrongHandle = handleProblem(handle)
  if (wrongHandle !== null) problems.push(wrongHandle)
  if (email === null || !isPerson(email)) problems.push('email is not an e-mail address')
  if (problems.length > 0) return refused(problems.map((message) => ({ line, message })))
  return accepted({
    surface: surface as RosterRow['surface'],
    handle,
    email: email!,
    name: cell('name') || null,
    line,
  })
}

function handleProblem(handle: string): string | null {
  if (handle === '') return 'handle is empty'
  if (handle.startsWith('@'))
    return 'handle is a user name, which another person could take over: use the id or the number'
  if (/^\d+(?:[.,]\d+)?e\+\d+$/i.test(handle))
    return 'handle is a number that a spreadsheet has shortened: format the column as text and enter the number again'
  return null
}

function contradictions(rows: readonly RosterRow[]): RosterProblem[] {
  const byHandle = Map.groupBy(rows, ({ handle }) => keyOn('chata', handle))
  return rows.flatMap((row) => {
    const other = byHandle
      .get(keyOn('chata', row.handle))!
      .find(
        (one) =>
          one.line < row.line && one.email !== row.email && overlap(one, row) && isSameHandle(one, row),
      )
    if (!other) return []
    const isWrittenAlike = comparable(other.handle) === comparable(row.handle)
    const message = isWrittenAlike
      ? `line ${other.line} assigns the same handle to another account`
      : `line ${other.line} assigns the same number, in another form, to another account`
    return [{ line: row.line, message }]
  })
}

const overlap = (a: RosterRow, b: RosterRow): boolean =>
  a.surface === b.surface || a.surface === '*' || b.surface === '*'
