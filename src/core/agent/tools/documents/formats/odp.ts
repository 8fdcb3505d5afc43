import type { DocumentText } from '../format.ts'
import { openArchive } from '../package/archive.ts'
import {
  attribute,
  descendants,
  elements,
  firstChild,
  readElementText,
  type XmlElement,
} from '#ground/base/xml.ts'
import { markdownOf } from './markdown.ts'
import { blocksHtml, openOdf, type OdfContext } from './odf.ts'
import { slideText } from './slides.ts'
import { escapeHtml, tag } from './html-build.ts'

export async function readOdp(content: Buffer): Promise<DocumentText> {
  const { content: tree, context } = await openOdf(await openArchive(content))
  const body = firstChild(tree, 'body')
  const pages = [...descendants(firstChild(body, 'presentation') ?? firstChild(body, 'drawing'), 'page')]
  const hidden = hiddenStyles(tree)
  const parts = pages.map((page, index) =>
    slideText({
      number: index + 1,
      count: pages.length,
      isHidden: hidden.has(attribute(page, 'style-name') ?? ''),
      text: pageText(page, context),
      notes: markdownOf(notesHtml(page, context)),
      comments: commentsOf(page),
    }),
  )
  return { title: null, text: [...parts, ...context.notes].join('\n\n') || '(a document without pages)' }
}

const hiddenStyles = (tree: XmlElement): Set<string> =>
  new Set(
    [...descendants(tree, 'style')]
      .filter((style) => elements(style).some((part) => attribute(part, 'visibility') === 'hidden'))
      .map((style) => attribute(style, 'name') ?? ''),
  )

const classOf = (element: XmlElement): string => attribute(element, 'class') ?? ''

function pageText(page: XmlElement, context: OdfContext): string {
  const shapes = elements(page).filter(({ name }) => name !== 'notes' && name !== 'annotation')
  const titles = shapes.filter((shape) => classOf(shape) === 'title')
  const rest = shapes.filter((shape) => classOf(shape) !== 'title')
  const heading = titles.map((title) => paragraphs(title).join(' ')).filter((text) => text !== '')
  return markdownOf(
    heading.map((text) => tag('h1', escapeHtml(text))).join('') +
      blocksHtml({ name: 'page', attributes: {}, children: rest }, context),
  )
}

const notesHtml = (page: XmlElement, context: OdfContext): string =>
  elements(firstChild(page, 'notes'))
    .filter((shape) => classOf(shape) === 'notes')
    .map((shape) => blocksHtml(shape, context))
    .join('')

const commentsOf = (page: XmlElement): string[] =>
  elements(page, 'annotation').map((annotation) => {
    const author = readElementText(firstChild(annotation, 'creator')).trim()
    return `${author ? `${author}: ` : ''}${paragraphs(annotation).join(' ')}`
  })

const paragraphs = (parent: XmlElement): string[] =>
  [...descendants(parent, 'p')].map((paragraph) => readElementText(paragraph).replace(/\s+/g, ' ').trim())
