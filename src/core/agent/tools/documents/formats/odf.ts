import type { Archive } from '../package/archive.ts'
import {
  attribute,
  descendants,
  elements,
  firstChild,
  readElementText,
  treeOf,
  type XmlElement,
} from '#ground/base/xml.ts'
import { formulaText, mathHtml } from './formula.ts'
import { escapeHtml, link, tag } from './html-build.ts'
import { markdownOf, noteReference, noteText } from './markdown.ts'

export interface OdfContext {
  numbered: ReadonlySet<string>
  raised: ReadonlySet<string>
  objects: ReadonlyMap<string, OdfObject>
  notes: string[]
}

interface OdfObject {
  html: string
  isInline: boolean
}

export async function openOdf(
  archive: Archive,
): Promise<{ content: XmlElement; styles: XmlElement | null; context: OdfContext }> {
  const content = await treeOf(archive, 'content.xml')
  if (!content) throw new Error('the document has no content')
  const styles = await treeOf(archive, 'styles.xml')
  const lists = [...descendants(content, 'list-style'), ...descendants(styles, 'list-style')]
  const numbered = lists.filter((style) => elements(style)[0]?.name === 'list-level-style-number')
  const names = numbered.map((style) => attribute(style, 'name') ?? '')
  const textStyles = [...descendants(content, 'style'), ...descendants(styles, 'style')]
  const raised = textStyles.filter(isRaised).map((style) => attribute(style, 'name') ?? '')
  const context = {
    numbered: new Set(names),
    raised: new Set(raised),
    objects: await objectsOf(archive),
    notes: [],
  }
  return { content, styles, context }
}

/** The `text-position` of a superscript is `super 58%`, or starts with a positive percentage. */
const isRaised = (style: XmlElement): boolean =>
  elements(style, 'text-properties').some((properties) =>
    /^(super|[1-9])/.test(attribute(properties, 'text-position') ?? ''),
  )

const MAX_OBJECTS = 500

async function objectsOf(archive: Archive): Promise<Map<string, OdfObject>> {
  const parts = archive.names.filter((name) => /^[^/]+\/content\.xml$/.test(name))
  const objects = new Map<string, OdfObject>()
  for (const part of parts.slice(0, MAX_OBJECTS)) {
    const object = objectOf(await treeOf(archive, part))
    if (object) objects.set(part.split('/')[0]!, object)
  }
  return objects
}

function objectOf(tree: XmlElement | null): OdfObject | null {
  if (tree?.name === 'math') {
    const source = formulaText(tree) || readElementText([...descendants(tree, 'annotation')][0]).trim()
    return { html: mathHtml(source), isInline: true }
  }
  const [body] = descendants(tree, 'chart') // the outer `chart` element contains another `chart`
  if (!body) return null
  const chart = firstChild(body, 'chart') ?? body
  const title = readElementText(firstChild(chart, 'title')).trim()
  const context: OdfContext = { numbered: new Set(), raised: new Set(), objects: new Map(), notes: [] }
  const tables = elements(chart, 'table').map((table) => blockHtml(table, context))
  return {
    html: tag('p', `(chart${title ? `: ${escapeHtml(title)}` : ''})`) + tables.join(''),
    isInline: false,
  }
}

const objectIn = (frame: XmlElement, context: OdfContext): OdfObject | undefined => {
  const object = firstChild(frame, 'object')
  return object && context.objects.get((attribute(object, 'href') ?? '').replace(/^\.\/|\/$/g, ''))
}

const SKIPPED = new Set(
  'tracked-changes sequence-decls variable-decls user-field-decls forms annotation-end notes shapes scripts event-listeners glue-point'.split(
    ' ',
  ),
)

export const blocksHtml = (parent: XmlElement | undefined, context: OdfContext): string =>
  withListsJoined(elements(parent))
    .map((element) => blockHtml(element, context))
    .join('')

/** Joins adjacent lists of one style, because presentations split a list by level. */
function withListsJoined(blocks: readonly XmlElement[]): XmlElement[] {
  const joined: XmlElement[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    const continues =
      block.name === 'list' &&
      last?.name === 'list' &&
      (attribute(block, 'style-name') === attribute(last, 'style-name') || startsDeeper(block))
    if (continues) joined[joined.length - 1] = { ...last, children: [...last.children, ...block.children] }
    else joined.push(block)
  }
  return joined
}

const startsDeeper = (list: XmlElement): boolean => elements(elements(list)[0])[0]?.name === 'list'

function blockHtml(element: XmlElement, context: OdfContext): string {
  switch (element.name) {
    case 'p':
      return paragraphHtml(element, 'p', context)
    case 'h':
      return paragraphHtml(element, `h${headingLevel(element)}`, context)
    case 'list':
      return listHtml(element, context, attribute(element, 'style-name'))
    case 'table':
      return tag('table', rowsHtml(element, context))
    case 'annotation':
      return tag('p', commentReference(element, context))
    case 'frame':
      return frameHtml(element, context)
    case 'title':
    case 'desc':
      return ''
    default:
      return SKIPPED.has(element.name) ? '' : blocksHtml(element, context)
  }
}

const headingLevel = (heading: XmlElement): number =>
  Math.min(6, Math.max(1, Number(attribute(heading, 'outline-level') ?? 1) || 1))

function paragraphHtml(paragraph: XmlElement, name: string, context: OdfContext): string {
  const boxes: string[] = []
  const content = inlineHtml(paragraph, context, boxes)
  return (content.trim() === '' ? '' : tag(name, content)) + boxes.join('')
}

/** An item that contains only a list belongs to the preceding item: some programs write nested lists this way. */
function listHtml(list: XmlElement, context: OdfContext, style: string | undefined): string {
  const items: string[] = []
  for (const item of elements(list)) {
    const html = itemHtml(item, context, style)
    if (items.length > 0 && elements(item)[0]?.name === 'list') items[items.length - 1] += html
    else if (html !== '') items.push(html)
  }
  const content = items.map((item) => tag('li', item)).join('')
  return content === '' ? '' : tag(context.numbered.has(style ?? '') ? 'ol' : 'ul', content)
}

const itemHtml = (item: XmlElement, context: OdfContext, style: string | undefined): string =>
  elements(item)
    .map((child, n) => {
      if (child.name === 'list') return listHtml(child, context, style)
      return n === 0 && child.name === 'p' ? lineHtml(child, context) : blockHtml(child, context)
    })
    .join('')

const lineHtml = (paragraph: XmlElement, context: OdfContext): string => {
  const boxes: string[] = []
  return inlineHtml(paragraph, context, boxes) + boxes.join('')
}

/** Writes repeated cells and rows once: a malicious document may repeat them millions of times. */
function rowsHtml(parent: XmlElement, context: OdfContext): string {
  return elements(parent)
    .map((element) => {
      if (element.name !== 'table-row') return rowsHtml(element, context)
      const cells = elements(element).filter(({ name }) => /^(covered-)?table-cell$/.test(name))
      return tag('tr', cells.map((cell) => tag('td', blocksHtml(cell, context))).join(''))
    })
    .join('')
}

function frameHtml(frame: XmlElement, context: OdfContext): string {
  const object = objectIn(frame, context)
  if (object) return object.isInline ? tag('p', object.html) : object.html
  const blocks = blocksHtml(frame, context)
  if (blocks !== '') return blocks
  const description = (
    readElementText(firstChild(frame, 'title')) || readElementText(firstChild(frame, 'desc'))
  ).trim()
  return description === '' ? '' : tag('p', `(picture: ${escapeHtml(description)})`)
}

function inlineHtml(parent: XmlElement, context: OdfContext, boxes: string[]): string {
  return parent.children
    .map((child) => (typeof child === 'string' ? escapeHtml(child) : spanHtml(child, context, boxes)))
    .join('')
}

function spanHtml(element: XmlElement, context: OdfContext, boxes: string[]): string {
  switch (element.name) {
    case 's':
    case 'tab':
      return ' '
    case 'line-break':
      return '<br>'
    case 'a':
      return link(attribute(element, 'href'), inlineHtml(element, context, boxes))
    case 'note':
      return noteOf(element, context)
    case 'annotation':
      return commentReference(element, context)
    case 'span': {
      const content = inlineHtml(element, context, boxes)
      return context.raised.has(attribute(element, 'style-name') ?? '') ? tag('sup', content) : content
    }
    case 'ruby-text':
      return ''
    case 'frame':
      return inlineFrame(element, context, boxes)
    default:
      if (SKIPPED.has(element.name)) return ''
      if (isDrawing(element)) {
        boxes.push(blocksHtml(element, context))
        return ''
      }
      return inlineHtml(element, context, boxes)
  }
}

const isDrawing = ({ name }: XmlElement): boolean =>
  /^(custom-shape|rect|ellipse|circle|line|polyline|polygon|path|connector|caption|g)$/.test(name)

function inlineFrame(frame: XmlElement, context: OdfContext, boxes: string[]): string {
  const object = objectIn(frame, context)
  if (object?.isInline) return object.html
  boxes.push(frameHtml(frame, context))
  return ''
}

function noteOf(note: XmlElement, context: OdfContext): string {
  const isEndnote = attribute(note, 'note-class') === 'endnote'
  const citation = readElementText(firstChild(note, 'note-citation')).trim()
  const label = `${isEndnote ? 'endnote-' : ''}${citation.replace(/[^\p{L}\p{N}*-]/gu, '') || context.notes.length + 1}`
  const noteIndex = context.notes.push('') - 1
  context.notes[noteIndex] = noteText(label, markdownOf(blocksHtml(firstChild(note, 'note-body'), context)))
  return noteReference(label)
}

function commentReference(annotation: XmlElement, context: OdfContext): string {
  const label = `comment-${context.notes.length + 1}`
  const author = readElementText(firstChild(annotation, 'creator')).trim()
  const paragraphs = [...descendants(annotation, 'p')].map((paragraph) => readElementText(paragraph).trim())
  const text = paragraphs.join(' ').replace(/\s+/g, ' ')
  context.notes.push(noteText(label, `Comment${author ? ` by ${author}` : ''}: ${text}`))
  return noteReference(label)
}
