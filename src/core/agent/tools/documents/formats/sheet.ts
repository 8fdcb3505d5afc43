export interface SheetText {
  /**
   * Rows count from 1; empty rows may be skipped.
   * @returns False if the text with this row would exceed its maximum length. Later rows are then omitted too.
   */
  add(row: number, cells: readonly string[]): boolean
  text(): string
}

/** If more consecutive rows than this are empty, one line of text replaces them. */
const MAX_EMPTY_LINES = 20
/** Rows of wider tables are not padded: one stray cell at the far right would cost too many characters. */
const MAX_FILLED_WIDTH = 100

export function createSheetText(maxLength: number): SheetText {
  const lines: { text: string; width: number }[] = []
  let length = 0
  let nextRow = 1
  let leftOutFrom: number | null = null
  const push = (text: string, width: number) => {
    lines.push({ text, width })
    length += text.length + 1
  }
  return {
    add(row, cells) {
      if (leftOutFrom !== null) return false
      const width = cells.findLastIndex((cell) => cell !== '') + 1
      if (width === 0) return true
      const text = csvLine(cells.slice(0, width))
      const gap = row - nextRow
      if (length + text.length + Math.min(gap, MAX_EMPTY_LINES) > maxLength) {
        leftOutFrom = row
        return false
      }
      if (gap > MAX_EMPTY_LINES) push(`(rows ${nextRow} to ${row - 1} are empty)`, Infinity)
      else for (let n = 0; n < gap; n++) push('', 1)
      push(text, width)
      nextRow = row + 1
      return true
    },
    text() {
      const filled = lines.reduce((most, { width }) => (width === Infinity ? most : Math.max(most, width)), 0)
      const width = filled > MAX_FILLED_WIDTH ? 0 : filled
      const all = lines.map((line) => line.text + ','.repeat(Math.max(0, width - line.width)))
      if (leftOutFrom !== null)
        all.push(`… the rows from ${leftOutFrom} on are left out: the document holds too much text.`)
      return all.join('\n')
    },
  }
}

const csvLine = (cells: readonly string[]): string =>
  cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')

export function createRoom(length: number, sheets: number) {
  let left = length
  let remaining = sheets
  return {
    next: (): number => Math.floor(left / Math.max(1, remaining--)),
    take(used: number): void {
      left -= used
    },
  }
}

export function listWithTitle(title: string, lines: readonly string[], maxLines = 500): string {
  if (lines.length === 0) return ''
  const more = lines.length > maxLines ? `\n… ${lines.length - maxLines} more are left out.` : ''
  return `\n\n${title}:\n${lines.slice(0, maxLines).join('\n')}${more}`
}

export const withoutResult = (formulas: number): string =>
  formulas === 0
    ? ''
    : formulas === 1
      ? '[1 formula has no stored result: its cell shows the formula itself.]'
      : `[${formulas} formulas have no stored result: their cells show the formulas themselves.]`

/** Rounds to 15 digits, as spreadsheets do. Further digits are errors of the binary representation. */
export function numberText(stored: string): string {
  const value = Number(stored)
  if (stored.trim() === '' || !Number.isFinite(value) || /^-?\d+$/.test(stored)) return stored
  return String(Number(value.toPrecision(15)))
}

const EPOCH_MS = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000
/** A number below this is a time of day or a duration, unless the cell's format shows a date. */
const MAX_DURATION_DAYS = 60

/** Workbooks store times with 15 digits, which causes an error of at most this size. */
const MAX_ERROR_MS = 0.01

export function timeText(days: number, showsDate: boolean): string {
  const ms = wholeMs(days * DAY_MS)
  return (showsDate ? days >= 1 : ms >= MAX_DURATION_DAYS * DAY_MS)
    ? dateText(EPOCH_MS + ms)
    : durationText(days * DAY_MS)
}

export const durationOfDays = (days: number): string => durationText(days * DAY_MS)

export function isoDateText(stored: string): string {
  const [, seconds, fraction = ''] = /^(.*T\d\d:\d\d:\d\d)(\.\d+)?/.exec(stored) ?? []
  const ms = Date.parse(`${seconds}Z`) + Number(`0${fraction}`) * 1000
  return Number.isNaN(ms) ? stored : dateText(wholeMs(ms))
}

/** Omits the time zone, which spreadsheets do not store. */
const dateText = (unixMs: number): string =>
  new Date(unixMs)
    .toISOString()
    .replace(/(?:\.000)?Z$/, '')
    .replace(/T00:00:00$/, '')

export function durationText(ms: number): string {
  const size = wholeMs(Math.abs(ms))
  const seconds = Math.floor(size / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = size < DAY_MS && size % 60_000 === 0 ? parts.slice(0, 2) : parts
  const fraction = size % 1000 === 0 ? '' : `.${String(size % 1000).padStart(3, '0')}`
  return (
    (ms < 0 && size > 0 ? '-' : '') + shown.map((part) => String(part).padStart(2, '0')).join(':') + fraction
  )
}

function wholeMs(ms: number): number {
  const nearest = Math.round(ms)
  if (Math.abs(ms - nearest) <= MAX_ERROR_MS) return nearest
  const lastSecond = (Math.floor(ms / DAY_MS) + 1) * DAY_MS - 1000
  return Math.min(Math.round(ms / 1000) * 1000, lastSecond)
}
