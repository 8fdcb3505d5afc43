import type { DocumentText } from '../format.ts'
import { openArchive } from '../package/archive.ts'
import { descendants, firstChild, readElementText, type XmlElement } from '#ground/base/xml.ts'
import { markdownOf } from './markdown.ts'
import { blocksHtml, openOdf } from './odf.ts'

export async function readOdt(content: Buffer): Promise<DocumentText> {
  const { content: tree, styles, context } = await openOdf(await openArchive(content))
  const body = firstChild(firstChild(tree, 'body'), 'text')
  if (!body) throw new Error('the file is not a text document')
  const text = markdownOf(blocksHtml(body, context))
  const parts = [text, ...context.notes, ...marginLines(styles)]
  return { title: null, text: parts.filter((part) => part !== '').join('\n\n') }
}

function marginLines(styles: XmlElement | null): string[] {
  const lines = new Set<string>()
  for (const page of descendants(styles, 'master-page'))
    for (const [prefix, name] of [
      ['Header', 'header'],
      ['Footer', 'footer'],
    ] as const)
      for (const margin of descendants(page, name)) {
        const paragraphs = [...descendants(margin, 'p')].map((paragraph) => readElementText(paragraph).trim())
        const text = paragraphs.filter((line) => line !== '').join(' / ')
        if (/[^\d /]/.test(text)) lines.add(`${prefix}: ${text}`)
      }
  return [...lines]
}
