import { MAX_TEXT, type DocumentText } from '../format.ts'
import { openArchive, type Archive } from '../package/archive.ts'
import {
  attribute,
  descendants,
  eachElement,
  elements,
  firstChild,
  readElementText,
  type XmlElement,
} from '#ground/base/xml.ts'
import { withoutRowsOfFullSheets } from './ods-rows.ts'
import {
  createRoom,
  createSheetText,
  durationText,
  isoDateText,
  listWithTitle,
  numberText,
  withoutResult,
  type SheetText,
} from './sheet.ts'

export async function readOds(content: Buffer): Promise<DocumentText> {
  const archive = await openArchive(content)
  if (!archive.has('content.xml')) throw new Error('the document has no content')
  const reading = new SheetsReading(await countSheets(archive))
  const pieces = withoutRowsOfFullSheets(archive.pieces('content.xml'), reading)
  await eachElement(pieces, PARTS, (element, ancestors) => {
    if (element.name === 'style') reading.addStyle(element)
    else reading.addRow(element, ancestors)
  })
  return { title: null, text: reading.text() }
}

const PARTS = new Set(['style', 'table-row'])

async function countSheets(archive: Archive): Promise<number> {
  let count = 0
  for await (const piece of archive.pieces('content.xml')) count += piece.split(/<table:table[ >]/).length - 1
  return count
}

const RESERVED_LENGTH = 64 * 1024
const MAX_COLUMNS = 16_384

interface OpenSheet {
  table: XmlElement
  rows: SheetText
  number: number
  notes: { links: string[]; comments: string[] }
}

class SheetsReading {
  readonly #room
  readonly #hidden = new Set<string>()
  readonly #parts: string[] = []
  #sheet: OpenSheet | null = null
  #isFull = false
  #formulasWithoutResult = 0

  constructor(sheets: number) {
    this.#room = createRoom(MAX_TEXT - RESERVED_LENGTH, sheets)
  }

  addStyle(style: XmlElement): void {
    const isHidden = elements(style, 'table-properties').some(
      (part) => attribute(part, 'display') === 'false',
    )
    if (isHidden) this.#hidden.add(attribute(style, 'name') ?? '')
  }

  addRow(row: XmlElement, ancestors: readonly XmlElement[]): void {
    if (ancestors.some(({ name }) => name === 'tracked-changes')) return
    const table = ancestors.find(({ name }) => name === 'table')
    if (!table) return
    if (this.#sheet?.table !== table) this.#begin(table)
    const sheet = this.#sheet!
    const repeated = repetitions(row, 'number-rows-repeated')
    const cells = this.#cells(row, sheet)
    const isEmpty = cells.every((cell) => cell === '')
    if (!isEmpty)
      for (let n = 0; n < repeated && !this.#isFull; n++)
        this.#isFull = !sheet.rows.add(sheet.number + n, cells)
    sheet.number += repeated
  }

  isFull(): boolean {
    return this.#isFull
  }

  leave(): void {
    this.#isFull = false
  }

  text(): string {
    this.#end()
    const parts = [...this.#parts]
    if (this.#formulasWithoutResult > 0) parts.push(withoutResult(this.#formulasWithoutResult))
    return parts.join('\n\n') || '(a spreadsheet without rows)'
  }

  #begin(table: XmlElement): void {
    this.#end()
    this.#isFull = false
    const rows = createSheetText(this.#room.next())
    this.#sheet = { table, rows, number: 1, notes: { links: [], comments: [] } }
  }

  #end(): void {
    if (!this.#sheet) return
    const { table, rows, notes } = this.#sheet
    const hidden = this.#hidden.has(attribute(table, 'style-name') ?? '') ? ' (hidden)' : ''
    const text = rows.text() + listWithTitle('links', notes.links) + listWithTitle('comments', notes.comments)
    this.#room.take(text.length)
    this.#parts.push(`--- sheet ${attribute(table, 'name')}${hidden} ---\n${text}`)
  }

  #cells(row: XmlElement, { number, notes }: OpenSheet): string[] {
    const cells: string[] = []
    for (const cell of elements(row)) {
      const isCovered = cell.name === 'covered-table-cell'
      if (cell.name !== 'table-cell' && !isCovered) continue
      const repeated = Math.min(repetitions(cell, 'number-columns-repeated'), MAX_COLUMNS - cells.length)
      const text = isCovered ? '' : this.#cellText(cell)
      const cellName = `${columnName(cells.length)}${number}`
      if (!isCovered) addNotes(cell, cellName, notes)
      for (let n = 0; n < repeated; n++) cells.push(text)
    }
    return cells
  }

  #cellText(cell: XmlElement): string {
    const shown = paragraphs(cell).join('\n')
    const formula = attribute(cell, 'formula')
    const value = truthOf(formula) ?? storedValue(cell, shown)
    if (formula !== undefined && value === null && shown === '') {
      this.#formulasWithoutResult++
      return plainFormula(formula)
    }
    return value ?? shown
  }
}

/** `of:=SUM([.A1:.A2])` becomes `=SUM(A1:A2)`. */
const plainFormula = (formula: string): string =>
  formula
    .replace(/^\w+:/, '')
    .replace(/\[([^\][]*)\]/g, (_, reference: string) => reference.replace(/(^|:)\./g, '$1'))

const repetitions = (element: XmlElement, name: string): number =>
  Math.max(1, Number(attribute(element, name) ?? 1) || 1)

const paragraphs = (cell: XmlElement): string[] => elements(cell, 'p').map(paragraphText)

const paragraphText = (paragraph: XmlElement): string =>
  paragraph.children
    .map((child) => {
      if (typeof child === 'string') return child
      if (child.name === 's') return ' '.repeat(Math.min(100, repetitions(child, 'c')))
      if (child.name === 'tab') return '\t'
      return child.name === 'line-break' ? '\n' : child.name === 'annotation' ? '' : paragraphText(child)
    })
    .join('')

/** Returns the stored value, because the shown text may be rounded. Null: use the shown text. */
function storedValue(cell: XmlElement, shown: string): string | null {
  const read = (name: string) => attribute(cell, name) ?? null
  if (cell.attributes['calcext:value-type'] === 'error') return null
  switch (cell.attributes['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency': {
      const value = read('value')
      if (/^-?0\d+$/.test(shown) && Number(shown) === Number(value)) return shown
      return value === null ? null : numberText(value)
    }
    case 'date':
      return isoDateText(read('date-value') ?? '') || null
    case 'time':
      return timeOfIso(read('time-value'))
    case 'boolean':
      return read('boolean-value')?.toUpperCase() ?? null
    default:
      return null
  }
}

/** Converters store TRUE and FALSE as formulas with the results 1 and 0. */
const truthOf = (formula: string | undefined): string | null =>
  /^of:=(TRUE|FALSE)\(\)$/.exec(formula ?? '')?.[1] ?? null

/** `PT30H00M00S` becomes `30:00:00`. */
function timeOfIso(value: string | null): string | null {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /^(-?)PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(value ?? '') ?? []
  if (sign === undefined) return null
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return durationText((sign === '-' ? -total : total) * 1000)
}

function addNotes(cell: XmlElement, place: string, { links, comments }: OpenSheet['notes']): void {
  for (const target of descendants(cell, 'a')) {
    const href = attribute(target, 'href')
    if (href && href !== readElementText(target)) links.push(`${place}: ${href}`)
  }
  const annotation = firstChild(cell, 'annotation')
  if (annotation) {
    const text = [...descendants(annotation, 'p')].map(readElementText).join(' ').replace(/\s+/g, ' ').trim()
    comments.push(`${place}: ${text}`)
  }
}

/** Column name `A`, `B`, … `AA`; counts from 0. */
function columnName(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}
