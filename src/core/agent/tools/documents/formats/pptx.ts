import { MAX_TEXT, type DocumentText } from '../format.ts'
import { openArchive, type Archive } from '../package/archive.ts'
import { mainPart, relationId, relationsOf, type DocumentRelation } from '../package/ooxml.ts'
import {
  attribute,
  descendants,
  elements,
  firstChild,
  readElementText,
  treeOf,
  type XmlElement,
} from '#ground/base/xml.ts'
import { markdownOf } from './markdown.ts'
import { chartHtml, diagramHtml } from './pptx-graphics.ts'
import { shapesHtml, textHtml, type Graphics } from './pptx-shapes.ts'
import { slideText } from './slides.ts'

export async function readPptx(content: Buffer): Promise<DocumentText> {
  const archive = await openArchive(content)
  const path = await mainPart(archive)
  const tree = await treeOf(archive, path)
  if (tree?.name !== 'presentation') throw new Error('the file is not a presentation')
  const relations = await relationsOf(archive, path)
  const slides = [...descendants(firstChild(tree, 'sldIdLst'), 'sldId')]
  const parts: string[] = []
  let length = 0
  for (const [index, slide] of slides.entries()) {
    const part = relations.find(({ id }) => id === relationId(slide))?.target
    const text = part ? await slideOf(archive, part, { number: index + 1, count: slides.length }) : ''
    parts.push(text)
    length += text.length
    if (length > MAX_TEXT) break
  }
  return { title: null, text: parts.join('\n\n') || '(a presentation without slides)' }
}

async function slideOf(
  archive: Archive,
  part: string,
  place: { number: number; count: number },
): Promise<string> {
  const tree = await treeOf(archive, part)
  const relations = await relationsOf(archive, part)
  const shapes = [...descendants(tree, 'spTree')][0]
  const html = shapes ? shapesHtml(shapes, relations, await graphicsOf(archive, relations)) : ''
  return slideText({
    ...place,
    isHidden: tree !== null && ['0', 'false'].includes(attribute(tree, 'show') ?? ''),
    text: markdownOf(html),
    notes: await notesOf(archive, relations),
    comments: await commentsOf(archive, relations),
  })
}

async function graphicsOf(archive: Archive, relations: readonly DocumentRelation[]): Promise<Graphics> {
  const graphics = new Map<string, string>()
  for (const { id, type, target } of relations) {
    if (type === 'chart') graphics.set(id, chartHtml(await treeOf(archive, target)))
    else if (type === 'diagramData') graphics.set(id, diagramHtml(await treeOf(archive, target)))
  }
  return graphics
}

async function notesOf(archive: Archive, relations: readonly DocumentRelation[]): Promise<string> {
  const part = relations.find(({ type }) => type === 'notesSlide')?.target
  const tree = part ? await treeOf(archive, part) : null
  const shapes = [...descendants(tree, 'sp')].filter((shape) =>
    [...descendants(shape, 'ph')].some((holder) => attribute(holder, 'type') === 'body'),
  )
  const html = shapes.map((shape) => textHtml(firstChild(shape, 'txBody'), [], 'p')).join('')
  return markdownOf(html)
}

async function commentsOf(archive: Archive, relations: readonly DocumentRelation[]): Promise<string[]> {
  const comments: string[] = []
  for (const { type, target } of relations) {
    if (type !== 'comments') continue
    for (const comment of descendants(await treeOf(archive, target), 'cm'))
      comments.push(commentText(comment).replace(/\s+/g, ' ').trim())
  }
  return comments.filter((text) => text !== '')
}

const commentText = (comment: XmlElement): string =>
  elements(comment)
    .filter(({ name }) => name === 'text' || name === 'txBody')
    .map(readElementText)
    .join(' ')
