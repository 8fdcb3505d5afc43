import { attribute, firstChild, readElementText, type XmlElement } from '#ground/base/xml.ts'
import { durationOfDays, isoDateText, numberText, timeText } from './sheet.ts'
import type { NumberKind } from './xlsx-styles.ts'

export interface Workbook {
  strings: readonly string[]
  kinds: readonly NumberKind[]
  /** Days to add to each date, because some workbooks count from 1904. */
  firstDay: number
  /** Whether the program that wrote the workbook requests a recalculation. A result of 0 may then be a placeholder. */
  hasStaleResults: boolean
  formulasWithoutResult: number
}

export function cellText(cell: XmlElement, book: Workbook): string {
  const type = attribute(cell, 't') ?? 'n'
  const stored = readElementText(firstChild(cell, 'v'))
  const formula = firstChild(cell, 'f')
  if (formula && lacksResult(type, stored, book)) {
    book.formulasWithoutResult++
    const text = readElementText(formula)
    return text === '' ? '(formula)' : `=${text}`
  }
  switch (type) {
    case 's':
      return stored === '' ? '' : (book.strings[Number(stored)] ?? '(text left out)')
    case 'inlineStr':
      return plainText(firstChild(cell, 'is'))
    case 'str':
      return unescaped(stored)
    case 'b':
      return stored === '1' || stored === 'true' ? 'TRUE' : stored === '' ? '' : 'FALSE'
    case 'n':
      return numberCell(stored, book.kinds[Number(attribute(cell, 's') ?? 0)] ?? 'number', book.firstDay)
    case 'd':
      return isoDateText(stored)
    default:
      return stored // an error such as #DIV/0!
  }
}

/** A formula of type `str` has a result, which may be an empty string. */
const lacksResult = (type: string, stored: string, { hasStaleResults }: Workbook): boolean =>
  type !== 'str' && (stored === '' || (hasStaleResults && type === 'n' && stored === '0'))

function numberCell(stored: string, kind: NumberKind, firstDay: number): string {
  const days = Number(stored)
  if (typeof kind === 'number') return withZeros(numberText(stored), kind)
  if (kind === 'number' || stored === '' || !Number.isFinite(days) || Math.abs(days) > MAX_DAYS)
    return numberText(stored)
  if (kind === 'duration') return durationOfDays(days)
  if (kind === 'time') return timeText(days, false)
  if (firstDay !== 0 || days < 1 || days >= FIRST_OF_MARCH) return timeText(days + firstDay, true)
  if (days >= LEAP_DAY) return timeText(days, true).replace(/^1900-02-28/, '1900-02-29')
  return timeText(days + 1, true)
}

const withZeros = (number: string, digits: number): string =>
  /^-?\d+$/.test(number) ? number.replace(/\d+/, (size) => size.padStart(digits, '0')) : number

/** Spreadsheets count 29 February 1900, which did not exist, so earlier days are off by one. */
const LEAP_DAY = 60
const FIRST_OF_MARCH = 61

/** 31 December 9999, the last day that spreadsheets support. */
const MAX_DAYS = 2_958_465

/** Omits phonetic readings, which East Asian workbooks add. */
export const plainText = (item: XmlElement | undefined): string =>
  unescaped(
    (item?.children ?? [])
      .map((child) =>
        typeof child === 'string' || child.name === 'rPh'
          ? ''
          : child.name === 't'
            ? readElementText(child)
            : readElementText(firstChild(child, 't')),
      )
      .join(''),
  )

/** `_x000D_` encodes a character that is invalid in XML. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text
        .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replaceAll('\r\n', '\n')
    : text
