import type { Archive } from '../package/archive.ts'
import type { DocumentRelation } from '../package/ooxml.ts'
import {
  descendants,
  eachElement,
  firstChild,
  readElementText,
  treeOf,
  type XmlElement,
} from '#ground/base/xml.ts'
import { markdownOf } from './markdown.ts'
import { chartHtml, diagramHtml } from './pptx-graphics.ts'

/** Texts that mammoth ignores: in charts, in diagrams, and in shapes without a fallback for old programs. */
export async function shapeTexts(
  archive: Archive,
  part: string,
  relations: readonly DocumentRelation[],
): Promise<string[]> {
  const texts: string[] = []
  await eachElement(archive.pieces(part), DRAWINGS, (drawing) => {
    const lines = boxLines(firstChild(drawing, 'Fallback')).length > 0 ? [] : boxLines(drawing)
    if (lines.length > 0) texts.push(`Text of a shape: ${lines.join(' / ')}`)
  })
  for (const { type, target } of relations) {
    if (type === 'chart') texts.push(markdownOf(chartHtml(await treeOf(archive, target))))
    else if (type === 'diagramData') texts.push(markdownOf(diagramHtml(await treeOf(archive, target))))
  }
  return texts
}

const DRAWINGS = new Set(['AlternateContent', 'drawing'])

const boxLines = (element: XmlElement | undefined): string[] =>
  [...descendants(element, 'txbxContent')]
    .flatMap((box) => [...descendants(box, 'p')])
    .map((paragraph) => paragraphText(paragraph))
    .filter((line) => line !== '')

export const paragraphText = (paragraph: XmlElement): string =>
  [...descendants(paragraph, 'r')]
    .flatMap(({ children }) => children)
    .map((child) => {
      if (typeof child === 'string') return ''
      return child.name === 't' ? readElementText(child) : child.name === 'tab' ? ' ' : ''
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
