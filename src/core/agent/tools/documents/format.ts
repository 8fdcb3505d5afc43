import { extname } from 'node:path'

export type DocumentFormat = keyof typeof FORMAT_NAMES

export const FORMAT_NAMES = {
  pdf: 'a PDF',
  docx: 'a Word document',
  xlsx: 'an Excel workbook',
  pptx: 'a PowerPoint presentation',
  odt: 'an OpenDocument text',
  ods: 'an OpenDocument spreadsheet',
  odp: 'an OpenDocument presentation',
  epub: 'an EPUB book',
  eml: 'an e-mail',
  rtf: 'an RTF document',
  html: 'HTML',
  json: 'JSON',
}

export interface DocumentText {
  title: string | null
  /** CSV for spreadsheets, indented JSON for JSON, plain text for PDF and RTF, otherwise Markdown. */
  text: string
  /** The document has pages but no text, such as a scan; `text` then states that. */
  isBlank?: boolean
}

const EXTENSIONS: Partial<Record<DocumentFormat, string>> = {
  pdf: '.pdf',
  docx: '.docx .docm .dotx .dotm',
  xlsx: '.xlsx .xlsm .xltx .xltm',
  pptx: '.pptx .pptm .ppsx .ppsm .potx .potm',
  odt: '.odt .ott',
  ods: '.ods .ots',
  odp: '.odp .otp .odg .otg',
  epub: '.epub',
  eml: '.eml',
  rtf: '.rtf',
}

const BY_EXTENSION = new Map(
  Object.entries(EXTENSIONS).flatMap(([format, extensions]) =>
    extensions.split(' ').map((extension) => [extension, format as DocumentFormat]),
  ),
)

const ZIP = 'PK\x03\x04'

export function documentFormat(filename: string, start: Buffer): DocumentFormat | null {
  if (start.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  const text = start.toString('latin1')
  if (text.startsWith('{\\rtf')) return 'rtf'
  const named = BY_EXTENSION.get(extname(filename).toLowerCase()) ?? null
  if (text.startsWith(ZIP)) return named === 'eml' || named === 'rtf' || named === 'pdf' ? null : named
  return named === 'eml' && HEADER_LINE.test(text) ? 'eml' : null
}

/** In mailbox files, a `From` line precedes the header of an e-mail. */
const HEADER_LINE = /^(?:\xEF\xBB\xBF)?\s*(?:From .*\r?\n)?[!-9;-~]+:/

const CONVERSIONS: Readonly<Record<string, readonly [name: string, target: string]>> = {
  '.doc': ['a Word document of the old format', '.docx or PDF'],
  '.dot': ['a Word template of the old format', '.docx or PDF'],
  '.xls': ['an Excel workbook of the old format', '.xlsx or CSV'],
  '.xlsb': ['a binary Excel workbook', '.xlsx or CSV'],
  '.ppt': ['a PowerPoint presentation of the old format', '.pptx or PDF'],
  '.pps': ['a PowerPoint presentation of the old format', '.pptx or PDF'],
  '.pages': ['a Pages document', '.docx or PDF'],
  '.numbers': ['a Numbers spreadsheet', '.xlsx or CSV'],
  '.key': ['a Keynote presentation', '.pptx or PDF'],
  '.msg': ['an Outlook message', '.eml'],
  '.pst': ['an Outlook mailbox', '.eml files'],
  '.vsd': ['a Visio drawing', 'PDF'],
  '.vsdx': ['a Visio drawing', 'PDF'],
  '.one': ['a OneNote section', '.docx or PDF'],
  '.pub': ['a Publisher document', 'PDF'],
  '.mobi': ['a Kindle book', '.epub'],
  '.azw3': ['a Kindle book', '.epub'],
  '.djvu': ['a DjVu document', 'PDF'],
  '.sxw': ['an OpenOffice.org 1 text', '.odt or .docx'],
  '.sxc': ['an OpenOffice.org 1 spreadsheet', '.ods or .xlsx'],
  '.sxi': ['an OpenOffice.org 1 presentation', '.odp or .pptx'],
  '.wpd': ['a WordPerfect document', '.docx or PDF'],
  '.hwp': ['a Hangul document', '.docx or PDF'],
}

/** Signature of documents in old Office formats, and of encrypted documents in new formats. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

export function conversionAdvice(filename: string, start: Buffer): string | null {
  const extension = extname(filename).toLowerCase()
  const [name, target] = CONVERSIONS[extension] ?? []
  if (name)
    return `It is ${name} (${extension}), which cannot be read. Save it as ${target} and read that file.`
  if (!start.subarray(0, 8).equals(COMPOUND_FILE)) return null
  const format = BY_EXTENSION.get(extension)
  if (!format) return null
  return `It is ${FORMAT_NAMES[format]} with a password, or one of an old format. Save it as ${EXTENSIONS[format]!.split(' ')[0]} without a password and read that file.`
}

export const MAX_TEXT = 4 * 1024 * 1024

export const MAX_DOCUMENT = 25 * 1024 * 1024
