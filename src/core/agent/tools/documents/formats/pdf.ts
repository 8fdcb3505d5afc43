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
  const fields = await formFields(pdf)
  if (fields !== '') pages.push(`--- form fields ---\n${fields}`)
  if (length === 0 && fields === '')
    return {
      title: null,
      text: `(${pdf.numPages} pages without text; they may be scanned images)`,
      isBlank: true,
    }
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

/** Values of form fields, one line each. The text of a page holds the labels alone. */
async function formFields(pdf: Pdf): Promise<string> {
  const fields = ((await pdf.getFieldObjects()) ?? {}) as Record<string, readonly FormField[]>
  let text = ''
  for (const [name, parts] of Object.entries(fields)) {
    if (parts.every(({ type }) => type === 'button' || type === 'signature')) continue
    const values = new Set(parts.flatMap(({ value }) => value).filter(isFilledIn))
    const boxes = parts.some(({ type }) => type === 'checkbox' || type === 'radiobutton')
    text += `${name}: ${values.size > 0 ? [...values].join(', ') : boxes ? '(not ticked)' : '(empty)'}\n`
    if (text.length >= MAX_TEXT) break
  }
  return text.trimEnd()
}

interface FormField {
  type?: string
  value?: unknown
}

const isFilledIn = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.trim() !== '' && value !== 'Off') || typeof value === 'number'

const titleOf = async (pdf: Pdf): Promise<string | null> => {
  const { info } = await pdf.getMetadata()
  const title = (info as { Title?: unknown }).Title
  return typeof title === 'string' && title.trim() ? title.trim() : null
}
