import type { ContentBlock } from '@modelcontextprotocol/server'
import mime from 'mime'
import type { SavedFile } from '#core/agent/tools/tool.ts'

/** A file that a tool saved, with what is in it. */
export interface SavedContent extends SavedFile {
  content: Uint8Array | string
}

/** Bytes up to which a file comes along whole: what a model can read, and what clients show as pictures and sounds. */
const MOST_TEXT = 32 * 1024
const MOST_MEDIA = 512 * 1024
/** Bytes of all files that one result carries. */
const MOST_TOGETHER = 1024 * 1024

/** Saved files as parts of a result: a link for each, and the small ones whole. */
export function savedFileBlocks(files: readonly SavedContent[]): ContentBlock[] {
  let room = MOST_TOGETHER
  return files.flatMap((file) => {
    const mimeType = mime.getType(file.filename) ?? 'application/octet-stream'
    const { filename: name, url: uri, size } = file
    const link: ContentBlock = { type: 'resource_link', name, uri, mimeType, size }
    const whole = size <= room ? wholeFile(file, mimeType) : null
    if (whole) room -= size
    return whole ? [link, whole] : [link]
  })
}

const wholeFile = ({ url: uri, content, size }: SavedContent, mimeType: string): ContentBlock | null => {
  const [kind] = mimeType.split('/')
  if (kind === 'image' || kind === 'audio')
    return size <= MOST_MEDIA ? { type: kind, data: base64(content), mimeType } : null
  if (size > MOST_TEXT) return null
  const text = typeof content === 'string' ? content : textOf(content)
  return text === null
    ? { type: 'resource', resource: { uri, mimeType, blob: base64(content) } }
    : { type: 'resource', resource: { uri, mimeType, text } }
}

const base64 = (content: Uint8Array | string): string => Buffer.from(content as Uint8Array).toString('base64')

/** Bytes as text; null when they are none. */
export const textOf = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
