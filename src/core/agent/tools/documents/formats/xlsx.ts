import readWorkbook, { type CellValue } from 'read-excel-file/node'
import type { DocumentText } from '../format.ts'

/** Every sheet of a workbook as CSV under a line with its name. */
export async function readXlsx(content: Buffer): Promise<DocumentText> {
  const sheets = await readWorkbook(content)
  const text = sheets.map(({ sheet, data }) => `--- sheet ${sheet} ---\n${data.map(csvLine).join('\n')}`)
  return { title: null, text: text.join('\n\n') }
}

const csvLine = (row: readonly (CellValue | null)[]): string => row.map(cell).join(',')

const cell = (value: CellValue | null | undefined): string => {
  if (value === null || value === undefined) return ''
  const text = value instanceof Date ? timeText(value) : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const EPOCH_MS = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000
/** Dates of real tables are later. What the library reads as an earlier one is a time of day or a duration. */
const LONGEST_DURATION_DAYS = 60

/** A date, a time of day, a duration, or a moment, rounded to the second: spreadsheets store them as fractions of days. */
function timeText(value: Date): string {
  const rounded = Math.round(value.getTime() / 1000) * 1000
  const sinceEpoch = rounded - EPOCH_MS
  if (sinceEpoch < 0 || sinceEpoch >= LONGEST_DURATION_DAYS * DAY_MS)
    return new Date(rounded).toISOString().replace('T00:00:00.000Z', '')
  const seconds = sinceEpoch / 1000
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = sinceEpoch < DAY_MS && parts[2] === 0 ? parts.slice(0, 2) : parts
  return shown.map((part) => String(part).padStart(2, '0')).join(':')
}
