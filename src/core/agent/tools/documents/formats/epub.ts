import { posix } from 'node:path'
import { MAX_TEXT, type DocumentText } from '../format.ts'
import { openArchive } from '../package/archive.ts'
import { attribute, descendants, readElementText, treeOf } from '#ground/base/xml.ts'
import { readHtml } from './html.ts'

export async function readEpub(content: Buffer): Promise<DocumentText> {
  const archive = await openArchive(content)
  const container = await treeOf(archive, 'META-INF/container.xml')
  const path = [...descendants(container, 'rootfile')].map((file) => attribute(file, 'full-path'))[0]
  const book = path === undefined ? null : await treeOf(archive, path)
  if (path === undefined || !book) throw new Error('the file is not an EPUB book')
  const files = new Map(
    [...descendants(book, 'item')].map((item) => [attribute(item, 'id'), attribute(item, 'href')]),
  )
  const spine = [...descendants(book, 'itemref')].map((item) => files.get(attribute(item, 'idref')))
  const parts: string[] = []
  let length = 0
  for (const [index, file] of spine.entries()) {
    if (length > MAX_TEXT) break
    const html =
      file === undefined ? null : await archive.text(posix.join(posix.dirname(path), decoded(file)))
    const { text } = await readHtml(Buffer.from(html ?? ''))
    if (text !== '') parts.push(`--- chapter ${index + 1} of ${spine.length} ---\n${text}`)
    length += text.length
  }
  const [title] = descendants(book, 'title')
  return { title: readElementText(title).trim() || null, text: parts.join('\n\n') }
}

function decoded(reference: string): string {
  const path = reference.split('#')[0]!
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
