import mammoth from 'mammoth'
import type { DocumentText } from '../format.ts'
import { readHtml } from './html.ts'

const FORMULAS_LEFT_OUT = '[The formulas of this document are left out: they cannot be read.]'

/** A Word document as markdown, its pictures left out. */
export async function readDocx(content: Buffer): Promise<DocumentText> {
  const { value, messages } = await mammoth.convertToHtml(
    { buffer: content },
    { externalFileAccess: false, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  )
  const { text } = await readHtml(Buffer.from(value.replaceAll(/<img[^>]*>/g, '')))
  const hasFormulas = messages.some(({ message }) => /\boMath/.test(message))
  return { title: null, text: hasFormulas ? `${text}\n\n${FORMULAS_LEFT_OUT}` : text }
}
