import { cutText } from '#ground/base/cut-text.ts'
import type { FilePart } from '#core/agent/model/model.ts'
import { conversionAdvice, documentFormat } from '#core/agent/tools/documents/format.ts'
import { readDocument, UnreadableDocument } from '#core/agent/tools/documents/read.ts'
import { encodingOf, SNIFFED_BYTES, textStream } from '#core/agent/tools/files/encoding.ts'

export type FileText = { text: string; length: number } | { problem: string }

const MAX_DECODED_BYTES = 4 * 1024 * 1024

export async function textOfFile(
  { data, filename = '', mediaType }: FilePart,
  maxCharacters: number,
  signal: AbortSignal,
): Promise<FileText> {
  if (data.byteLength === 0) return { problem: 'It is empty.' }
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const start = bytes.subarray(0, SNIFFED_BYTES)
  const format = documentFormat(filename, start) ?? documentFormat(`file.${EXTENSIONS[mediaType]}`, start)
  if (format) {
    try {
      const { text, isBlank } = await readDocument(format, bytes, { signal })
      if (isBlank || text.trim() === '') return { problem: 'It has no text; its pages may be scanned.' }
      return { text: cutText(text, maxCharacters), length: text.length }
    } catch (error) {
      if (error instanceof UnreadableDocument) return { problem: error.message }
      throw error
    }
  }
  const encoding = encodingOf(start)
  if (encoding === null)
    return {
      problem:
        conversionAdvice(filename, start)?.replace(' and read that file', ' and send that file') ??
        `Its type, ${mediaType}, is neither text nor a document that the Hub can read.`,
    }
  const stream = textStream(encoding.encoding)
  const text = stream.push(bytes.subarray(0, MAX_DECODED_BYTES)) + stream.end()
  if (text.trim() === '') return { problem: 'It is empty.' }
  const beyond = Math.max(0, bytes.byteLength - MAX_DECODED_BYTES)
  return { text: cutText(text, maxCharacters), length: text.length + beyond }
}

/** Some messaging apps send documents with a name that has no extension. The media type then determines the format. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/epub+zip': 'epub',
  'message/rfc822': 'eml',
}
