import { MAX_TEXT, type DocumentText } from '../format.ts'
import { openArchive, type Archive } from '../package/archive.ts'
import { mainPart, relationId, relationsOf, type DocumentRelation } from '../package/ooxml.ts'
import {
  attribute,
  descendants,
  eachElement,
  firstChild,
  readElementText,
  treeOf,
  type XmlElement,
} from '#ground/base/xml.ts'
import { createRoom, createSheetText, listWithTitle, withoutResult } from './sheet.ts'
import { cellText, plainText, type Workbook } from './xlsx-cells.ts'
import { numberKinds } from './xlsx-styles.ts'

export async function readXlsx(content: Buffer): Promise<DocumentText> {
  const archive = await openArchive(content)
  const path = await mainPart(archive)
  const relations = await relationsOf(archive, path)
  const tree = await treeOf(archive, path)
  if (tree?.name !== 'workbook') throw new Error('the file is not a workbook')
  const sheets = [...descendants(tree, 'sheet')]
  const book = await workbookOf(archive, tree, relations)
  const room = createRoom(MAX_TEXT - RESERVED_LENGTH, sheets.length)
  const parts: string[] = []
  for (const sheet of sheets) {
    const relation = relations.find(({ id }) => id === relationId(sheet))
    const isHidden = (attribute(sheet, 'state') ?? 'visible') !== 'visible'
    const heading = `--- sheet ${attribute(sheet, 'name')}${isHidden ? ' (hidden)' : ''} ---`
    const text = relation ? await sheetText(archive, relation, book, room.next()) : ''
    room.take(text.length)
    parts.push(`${heading}\n${text}`)
  }
  if (book.formulasWithoutResult > 0) parts.push(withoutResult(book.formulasWithoutResult))
  return { title: null, text: parts.join('\n\n') }
}

const RESERVED_LENGTH = 64 * 1024

async function workbookOf(
  archive: Archive,
  tree: XmlElement,
  relations: readonly DocumentRelation[],
): Promise<Workbook> {
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.target ?? ''
  const isTrue = (element: XmlElement | undefined, name: string) =>
    element !== undefined && ['1', 'true'].includes(attribute(element, name) ?? '')
  return {
    strings: await sharedStrings(archive, partOf('sharedStrings')),
    kinds: numberKinds(await treeOf(archive, partOf('styles'))),
    firstDay: isTrue(firstChild(tree, 'workbookPr'), 'date1904') ? DAYS_TO_1904 : 0,
    hasStaleResults: isTrue(firstChild(tree, 'calcPr'), 'fullCalcOnLoad'),
    formulasWithoutResult: 0,
  }
}

const DAYS_TO_1904 = 1462
const MAX_STRINGS_LENGTH = 64 * 1024 * 1024
const MAX_STRINGS = 3_000_000

async function sharedStrings(archive: Archive, part: string): Promise<string[]> {
  const strings: string[] = []
  let length = 0
  await eachElement(archive.pieces(part), new Set(['si']), (item) => {
    const text = plainText(item)
    strings.push(text)
    length += text.length
    return length < MAX_STRINGS_LENGTH && strings.length < MAX_STRINGS
  })
  return strings
}

const PARTS_OF_SHEET = new Set(['row', 'hyperlink'])

async function sheetText(
  archive: Archive,
  { target, type }: DocumentRelation,
  book: Workbook,
  maxLength: number,
): Promise<string> {
  if (type === 'chartsheet') return '(a chart)'
  const sheet = createSheetText(maxLength)
  const relations = await relationsOf(archive, target)
  const links: string[] = []
  let number = 0
  await eachElement(archive.pieces(target), PARTS_OF_SHEET, (element) => {
    if (element.name === 'hyperlink') {
      const link = linkLine(element, relations)
      if (link) links.push(link)
      return true
    }
    number = Number(attribute(element, 'r') ?? number + 1)
    return sheet.add(number, rowCells(element, book))
  })
  const comments: string[] = []
  for (const relation of relations)
    if (/^(comments|threadedComment)$/.test(relation.type))
      comments.push(...(await commentLines(archive, relation.target)))
  return sheet.text() + listWithTitle('links', links) + listWithTitle('comments', comments)
}

function rowCells(row: XmlElement, book: Workbook): string[] {
  const cells: string[] = []
  for (const cell of row.children) {
    if (typeof cell === 'string' || cell.name !== 'c') continue
    const column = columnOf(attribute(cell, 'r')) ?? cells.length
    if (column < MAX_COLUMNS) cells[column] = cellText(cell, book)
  }
  return Array.from(cells, (cell) => cell ?? '')
}

const MAX_COLUMNS = 16_384

const columnOf = (reference: string | undefined): number | null => {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? []
  if (letters === undefined) return null
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function linkLine(element: XmlElement, relations: readonly DocumentRelation[]): string | null {
  const id = relationId(element)
  const target = relations.find((relation) => relation.id === id)?.target
  const location = attribute(element, 'location')
  if (!target && !location) return null
  return `${attribute(element, 'ref')}: ${target ?? ''}${location ? `#${location}` : ''}`
}

async function commentLines(archive: Archive, part: string): Promise<string[]> {
  const tree = await treeOf(archive, part)
  const items = [...descendants(tree, 'comment'), ...descendants(tree, 'threadedComment')]
  return items.map((item) => {
    const text = readElementText(firstChild(item, 'text')).replace(/\s+/g, ' ').trim()
    return `${attribute(item, 'ref')}: ${text}`
  })
}
