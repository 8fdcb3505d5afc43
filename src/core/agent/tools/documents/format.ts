import { extname } from 'node:path'

/** Documents that are turned into text before a model reads them. */
export type DocumentFormat = 'pdf' | 'docx' | 'xlsx' | 'html' | 'json'

/** What a reader found. Plain data: it crosses a process boundary as JSON. */
export interface DocumentText {
  title: string | null
  /** Markdown for HTML and DOCX, CSV for XLSX, indented JSON for JSON, else plain text. */
  text: string
}

const BY_EXTENSION: Readonly<Record<string, DocumentFormat>> = {
  '.pdf': 'pdf',
  '.docx': 'docx',
  '.xlsx': 'xlsx',
}

/** The format of a file whose bytes are not text themselves, by its name; null for all others. */
export const formatOfName = (filename: string): DocumentFormat | null =>
  BY_EXTENSION[extname(filename).toLowerCase()] ?? null

/** Characters of text a document gives at most; the rest is left out and said to be. */
export const MAX_TEXT = 4 * 1024 * 1024

/** Bytes of a document that are looked at, at most. */
export const MAX_DOCUMENT = 25 * 1024 * 1024
