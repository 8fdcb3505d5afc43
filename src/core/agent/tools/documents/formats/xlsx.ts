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
  const text = value instanceof Date ? value.toISOString().replace('T00:00:00.000Z', '') : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
