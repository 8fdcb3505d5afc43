import { getDocumentProxy } from 'unpdf'
import { MAX_TEXT, type DocumentText } from '../format.ts'

/** The text of each page under a line that numbers it. Pages beyond the most that is given are not read. */
export async function readPdf(content: Buffer): Promise<DocumentText> {
  const pdf = await getDocumentProxy(new Uint8Array(content), { verbosity: 0 })
  const pages: string[] = []
  let length = 0
  for (let number = 1; number <= pdf.numPages && length < MAX_TEXT; number++) {
    const text = await pageText(pdf, number)
    pages.push(`--- page ${number} of ${pdf.numPages} ---\n${text}`)
    length += text.length
  }
  if (length === 0)
    return { title: null, text: `(${pdf.numPages} pages without text; they may be scanned images)` }
  return { title: await titleOf(pdf), text: pages.join('\n\n') }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

const pageText = async (pdf: Pdf, number: number): Promise<string> => {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  page.cleanup()
  return text.trimEnd()
}

const titleOf = async (pdf: Pdf): Promise<string | null> => {
  const { info } = await pdf.getMetadata()
  const title = (info as { Title?: unknown }).Title
  return typeof title === 'string' && title.trim() ? title.trim() : null
}
