import mammoth from 'mammoth'
import type { DocumentText } from '../format.ts'
import { readHtml } from './html.ts'

/** A Word document as markdown, its pictures left out. */
export async function readDocx(content: Buffer): Promise<DocumentText> {
  const { value } = await mammoth.convertToHtml(
    { buffer: content },
    { externalFileAccess: false, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  )
  const { text } = await readHtml(Buffer.from(value.replaceAll(/<img[^>]*>/g, '')))
  return { title: null, text }
}
