import { relationId, type DocumentRelation } from '../package/ooxml.ts'
import {
  attribute,
  descendants,
  elements,
  firstChild,
  readElementText,
  type XmlElement,
} from '#ground/base/xml.ts'
import { formulaText, mathHtml } from './formula.ts'
import { escapeHtml, link, listOf, tableOf, tag } from './html-build.ts'

export type Graphics = ReadonlyMap<string, string>

const REPEATED = new Set(['sldNum', 'dt', 'ftr', 'hdr'])
const TITLES = new Set(['title', 'ctrTitle'])

export function shapesHtml(
  tree: XmlElement,
  relations: readonly DocumentRelation[],
  graphics: Graphics,
): string {
  const shapes = [...flattened(tree)]
  const isTitle = (shape: XmlElement) => TITLES.has(placeholderOf(shape) ?? '')
  return [...shapes.filter(isTitle), ...shapes.filter((shape) => !isTitle(shape))]
    .map((shape) => shapeHtml(shape, relations, graphics))
    .join('')
}

/** If a shape has several versions, uses only the first: the others are for older programs. */
function* flattened(parent: XmlElement): Generator<XmlElement> {
  for (const child of elements(parent)) {
    if (child.name === 'grpSp') yield* flattened(child)
    else if (child.name === 'AlternateContent')
      yield* flattened(firstChild(child, 'Choice') ?? firstChild(child, 'Fallback') ?? child)
    else yield child
  }
}

/** @returns The type of the placeholder; '' if it has no type; null if the shape is not a placeholder. */
function placeholderOf(shape: XmlElement): string | null {
  const holder = [...descendants(elements(shape)[0], 'ph')][0]
  return holder ? (attribute(holder, 'type') ?? '') : null
}

function shapeHtml(shape: XmlElement, relations: readonly DocumentRelation[], graphics: Graphics): string {
  if (shape.name === 'graphicFrame') return graphicHtml(shape, relations, graphics)
  if (shape.name === 'pic') return pictureHtml(shape)
  if (shape.name !== 'sp') return ''
  const placeholder = placeholderOf(shape)
  if (REPEATED.has(placeholder ?? '')) return ''
  const body = firstChild(shape, 'txBody')
  if (TITLES.has(placeholder ?? '')) return textHtml(body, relations, 'h1')
  return textHtml(body, relations, placeholder === '' || placeholder === 'body' ? 'li' : 'p')
}

const pictureHtml = (picture: XmlElement): string => {
  const [properties] = descendants(picture, 'cNvPr')
  const description = properties && attribute(properties, 'descr')?.trim()
  return description ? tag('p', `(picture: ${escapeHtml(description)})`) : ''
}

function graphicHtml(frame: XmlElement, relations: readonly DocumentRelation[], graphics: Graphics): string {
  const data = [...descendants(frame, 'graphicData')][0]
  const [table] = elements(data, 'tbl')
  if (table)
    return tableOf(
      elements(table, 'tr').map((row) =>
        elements(row, 'tc').map((cell) => textHtml(firstChild(cell, 'txBody'), relations, 'p')),
      ),
    )
  const ids = elements(data).flatMap(({ attributes }) => Object.values(attributes))
  return ids.map((id) => graphics.get(id) ?? '').join('')
}

export function textHtml(
  body: XmlElement | undefined,
  relations: readonly DocumentRelation[],
  kind: 'h1' | 'p' | 'li',
): string {
  const paragraphs = elements(body, 'p')
    .map((paragraph) => ({ level: levelOf(paragraph), content: runsHtml(paragraph, relations) }))
    .filter(({ content }) => content.trim() !== '')
  if (paragraphs.length === 0) return ''
  if (kind === 'h1') return tag('h1', paragraphs.map(({ content }) => content).join(' '))
  const isList = kind === 'li' && paragraphs.length > 1
  return isList || paragraphs.some(({ level }) => level > 0)
    ? listOf(paragraphs)
    : paragraphs.map(({ content }) => tag('p', content)).join('')
}

const levelOf = (paragraph: XmlElement): number => {
  const properties = firstChild(paragraph, 'pPr')
  return Number((properties && attribute(properties, 'lvl')) ?? 0)
}

const runsHtml = (paragraph: XmlElement, relations: readonly DocumentRelation[]): string =>
  elements(paragraph)
    .map((run) => {
      if (run.name === 'br') return '<br>'
      if (run.name === 'r' || run.name === 'fld') return runHtml(run, relations)
      return run.name === 'm' || run.name === 'AlternateContent' ? formulaHtml(run) : ''
    })
    .join('')

function runHtml(run: XmlElement, relations: readonly DocumentRelation[]): string {
  const text = escapeHtml(readElementText(firstChild(run, 't')))
  const isRaised = Number(attribute(firstChild(run, 'rPr') ?? run, 'baseline') ?? 0) > 0
  const content = isRaised ? tag('sup', text) : text
  const click = firstChild(firstChild(run, 'rPr'), 'hlinkClick')
  const id = click && relationId(click)
  const relation = relations.find((one) => one.id === id && one.isExternal)
  return link(relation?.target, content)
}

function formulaHtml(element: XmlElement): string {
  const source = firstChild(element, 'Choice') ?? element
  return [...descendants(source, 'oMath')].map((formula) => mathHtml(formulaText(formula))).join('')
}
