import { UnreadableDocument, readDocument } from '../documents/read.ts'
import { documentFormat, FORMAT_NAMES, type DocumentFormat, type DocumentText } from '../documents/format.ts'
import type { Fetched } from './fetch.ts'
import { FetchRefused } from './refused.ts'

/**
 * Null for content without text, such as an image.
 * @throws FetchRefused if the text cannot be read.
 */
export async function pageText(fetched: Fetched, signal: AbortSignal): Promise<DocumentText | null> {
  const { content, isCut, url } = fetched
  const type = mediaType(fetched.contentType)
  const read = async (format: DocumentFormat, bytes: Uint8Array) => {
    try {
      return await readDocument(format, bytes, { signal, baseUrl: url.href })
    } catch (error) {
      if (error instanceof UnreadableDocument) throw new FetchRefused(`${url.host}: ${error.message}`)
      throw error
    }
  }
  const format = type === 'application/pdf' ? 'pdf' : documentFormat(url.pathname, content.subarray(0, 8192))
  if (format !== null) {
    if (isCut) throw new FetchRefused(`The file is ${FORMAT_NAMES[format]} that is too large.`)
    return await read(format, content)
  }
  if (type !== null && !isText(type)) return null
  if (type === null && content.includes(0)) return null
  const text = decode(content, fetched.contentType, type)
  if (isHtml(type, text)) return await read('html', Buffer.from(text))
  return { title: null, text: isCut ? `${text}\n… the rest is too large and left out.` : text }
}

const mediaType = (header: string | null): string | null =>
  header?.split(';')[0]!.trim().toLowerCase() || null

const isText = (type: string): boolean =>
  type.startsWith('text/') ||
  /^application\/(.+\+)?(json|xml|yaml|x-yaml|toml|javascript|ecmascript|x-ndjson|jsonl|sql|x-sh|graphql)$/.test(
    type,
  ) ||
  type === 'image/svg+xml'

const isHtml = (type: string | null, text: string): boolean =>
  type === 'text/html' ||
  type === 'application/xhtml+xml' ||
  (type === null && /^\s*<(!doctype html|html)/i.test(text.slice(0, 1000)))

const decode = (content: Buffer, header: string | null, type: string | null): string => {
  const start = content.subarray(0, 2048).toString('latin1')
  const declared =
    /charset\s*=\s*"?([^\s;"]+)/i.exec(header ?? '')?.[1] ??
    (type === 'text/html' ? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1] : undefined)
  const mark =
    content[0] === 0xff && content[1] === 0xfe
      ? 'utf-16le'
      : content[0] === 0xfe && content[1] === 0xff
        ? 'utf-16be'
        : null
  try {
    return new TextDecoder(mark ?? declared ?? 'utf-8').decode(content)
  } catch {
    return new TextDecoder('utf-8').decode(content) // unknown charset
  }
}
