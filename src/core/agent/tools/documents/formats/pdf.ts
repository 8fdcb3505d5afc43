import { getDocumentProxy } from 'unpdf'
import { MAX_TEXT, type DocumentText } from '../format.ts'
import { formFields, notesOf, type PdfAnnotation } from './pdf-form.ts'
import { textOfItems } from './pdf-text.ts'
import { xfaFields } from './pdf-xfa.ts'

export async function readPdf(content: Buffer): Promise<DocumentText> {
  const pdf = await getDocumentProxy(new Uint8Array(content), { verbosity: 0 })
  const pages: string[] = []
  const widgets: PdfAnnotation[] = []
  let length = 0
  let isBlank = true
  for (let number = 1; number <= pdf.numPages && length < MAX_TEXT; number++) {
    const page = await readPage(pdf, number)
    widgets.push(...page.widgets)
    const text = [page.text, ...page.notes].filter((part) => part !== '').join('\n')
    pages.push(`--- page ${number} of ${pdf.numPages} ---\n${text}`)
    length += text.length
    isBlank &&= page.text === ''
  }
  const fields = (await formFields(pdf, widgets)) || (await valuesOfXfa(pdf, content))
  if (fields !== '') pages.push(`--- form fields ---\n${fields}`)
  if (!isBlank || fields !== '') return { title: await titleOf(pdf), text: pages.join('\n\n') }
  const notice = `(${pdf.numPages} pages without text; they may be scanned images)`
  return { title: null, text: length === 0 ? notice : [notice, ...pages].join('\n\n'), isBlank }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

interface Page {
  text: string
  notes: string[]
  widgets: PdfAnnotation[]
}

async function readPage(pdf: Pdf, number: number): Promise<Page> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  const annotations = (await page.getAnnotations({ intent: 'any' })) as PdfAnnotation[]
  page.cleanup()
  return {
    text: textOfItems(items),
    notes: notesOf(annotations).map((note) => `[Note on the page: ${note}]`),
    widgets: annotations.filter(({ subtype }) => subtype === 'Widget'),
  }
}

async function valuesOfXfa(pdf: Pdf, content: Buffer): Promise<string> {
  const { info } = await pdf.getMetadata()
  if (!(info as { IsXFAPresent?: unknown }).IsXFAPresent) return ''
  return (await xfaFields(content)) || XFA_LEFT_OUT
}

const XFA_LEFT_OUT =
  '[This is an XFA form whose values cannot be read. Print it to a PDF without a form and read that file.]'

const titleOf = async (pdf: Pdf): Promise<string | null> => {
  const { info } = await pdf.getMetadata()
  const title = (info as { Title?: unknown }).Title
  return typeof title === 'string' && title.trim() ? title.trim() : null
}
