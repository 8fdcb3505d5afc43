import { buffer } from 'node:stream/consumers'
import { cutText } from '#ground/base/cut-text.ts'
import { MAX_TEXT, type DocumentFormat, type DocumentText } from './format.ts'

/**
 * The program that takes documents apart, one a process: bytes come in on standard input, one line of JSON goes out.
 * Files that people and web pages send can be made to break a parser, so it runs apart, with nothing to steal.
 */
const READERS: Readonly<
  Record<DocumentFormat, () => Promise<(content: Buffer, baseUrl?: string) => Promise<DocumentText>>>
> = {
  pdf: async () => (await import('./formats/pdf.ts')).readPdf,
  docx: async () => (await import('./formats/docx.ts')).readDocx,
  xlsx: async () => (await import('./formats/xlsx.ts')).readXlsx,
  pptx: async () => (await import('./formats/pptx.ts')).readPptx,
  odt: async () => (await import('./formats/odt.ts')).readOdt,
  ods: async () => (await import('./formats/ods.ts')).readOds,
  odp: async () => (await import('./formats/odp.ts')).readOdp,
  epub: async () => (await import('./formats/epub.ts')).readEpub,
  eml: async () => (await import('./formats/eml.ts')).readEml,
  rtf: async () => (await import('./formats/rtf.ts')).readRtf,
  html: async () => (await import('./formats/html.ts')).readHtml,
  json: async () => (await import('./formats/json.ts')).readJson,
}

const [format, baseUrl] = process.argv.slice(2) as [DocumentFormat, string?]
try {
  const [read, content] = await Promise.all([READERS[format](), buffer(process.stdin)])
  const { title, text } = await read(content, baseUrl)
  answer({ title, text: bounded(text) })
} catch (error) {
  answer({ error: error instanceof Error ? error.message : String(error) })
}

function bounded(text: string): string {
  if (text.length <= MAX_TEXT) return text
  return `${cutText(text, MAX_TEXT)}\n… the rest is left out: the document holds ${text.length} characters.`
}

function answer(value: DocumentText | { error: string }): void {
  process.stdout.write(JSON.stringify(value))
}
