import { format } from '../../language.ts'
import type { CsvTable } from './csv.ts'

export interface CsvOrder {
  column: number
  isDescending: boolean
}

export function numberColumns({ rows }: CsvTable, columns: number): boolean[] {
  return Array.from({ length: columns }, (_, column) => {
    let some = false
    for (const row of rows) {
      const text = row[column] ?? ''
      if (text.trim() === '') continue
      if (numberOf(text) === null) return false
      some = true
    }
    return some
  })
}

/** Rows without a value stay last in both directions. */
export function orderRows(table: CsvTable, { column, isDescending }: CsvOrder, isNumber: boolean) {
  const sign = isDescending ? -1 : 1
  const compare = isNumber ? byNumber : byText
  return table.rows.toSorted((a, b) => {
    const [one, other] = [a[column] ?? '', b[column] ?? '']
    const emptyFirst = Number(one.trim() === '') - Number(other.trim() === '')
    return emptyFirst || sign * compare(one, other)
  })
}

const byText = (one: string, other: string) =>
  format('collator', (tag) => new Intl.Collator(tag, { numeric: true })).compare(one, other)
const byNumber = (one: string, other: string) => (numberOf(one) ?? 0) - (numberOf(other) ?? 0)

const NUMBER = /^([-+−]?)\s*[€$£]?\s*(\d[\d.,'’\s]*|[.,]\d+)(e[-+]?\d{1,3})?\s*[%€$£]?$/i

/** Value of `1,234.5`, `1.234,5`, `-3 %` and similar; null for other text. */
export function numberOf(text: string): number | null {
  const match = NUMBER.exec(text.trim())
  if (!match) return null
  const [, sign, digits, exponent = ''] = match
  const plain = plainDigits(digits!.replace(/['’\s]/g, ''))
  if (plain === null) return null
  return Number(`${sign === '' || sign === '+' ? '' : '-'}${plain}${exponent}`)
}

/** The later of a comma and a point is the decimal mark. A single comma before three digits separates thousands. */
function plainDigits(digits: string): string | null {
  const comma = digits.lastIndexOf(',')
  const dot = digits.lastIndexOf('.')
  if (comma === -1 && dot === -1) return digits
  const isCommaLast = comma > dot
  const mark = isCommaLast ? ',' : '.'
  const other = isCommaLast ? '.' : ','
  const parts = digits.split(mark)
  const groups = parts[0]!.split(other)
  if (parts.length > 2 || (isCommaLast && dot === -1 && /^\d{1,3}(,\d{3})+$/.test(digits)))
    return parts.slice(1).every((part) => /^\d{3}$/.test(part)) && !digits.includes(other)
      ? parts.join('')
      : null
  if (groups.slice(1).some((group) => group.length !== 3)) return null
  return `${groups.join('') || '0'}.${parts[1]}`
}
