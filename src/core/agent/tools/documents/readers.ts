import type { DocumentFormat, DocumentText } from './format.ts'

/** The service runs these readers only in the separate process of `reader.ts`. */
export const READERS: Readonly<
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
  json: async () => (await import('./formats/json.ts')).readJsonDocument,
}
