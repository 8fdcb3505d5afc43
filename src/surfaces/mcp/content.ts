import type { ContentBlock } from '@modelcontextprotocol/server'
import mime from 'mime'
import { linkTo } from '#core/agent/tools/files/write.ts'
import type { ToolSavedFile } from '#core/agent/tools/tool.ts'
import { hasFeature, type Revision } from './revisions.ts'

export interface SavedContent extends ToolSavedFile {
  content: Uint8Array | string
}

/** A result includes whole files up to these sizes. */
const MAX_TEXT_BYTES = 32 * 1024
const MAX_MEDIA_BYTES = 512 * 1024
/** Maximum bytes of one stream event that clients of common libraries accept. */
export const MAX_EVENT_BYTES = 1024 * 1024
export const ENVELOPE_BYTES = 16 * 1024

export function callContent(
  text: string,
  files: readonly SavedContent[],
  revision: Revision,
): ContentBlock[] {
  const described = files.map((file) => describe(file, text, revision))
  let room = MAX_EVENT_BYTES - ENVELOPE_BYTES - jsonBytes({ type: 'text', text })
  const links = described.filter(({ linkBytes }) => (room -= linkBytes) >= 0)
  room = Math.max(0, room)
  const blocks = links.flatMap(({ linkAlone, linkBesideFile, wholeFile }) => {
    const whole = wholeFile()
    const bytes = whole === null ? Infinity : jsonBytes(whole)
    if (whole === null || bytes > room) return linkAlone
    room -= bytes
    return [...linkBesideFile, whole]
  })
  const left = described.length - links.length
  const more: ContentBlock[] = left === 0 ? [] : [{ type: 'text', text: `${left} more files were saved.` }]
  return [{ type: 'text', text }, ...blocks, ...more]
}

function describe(file: SavedContent, text: string, revision: Revision) {
  const mimeType = mime.getType(file.filename) ?? 'application/octet-stream'
  const { filename: name, url: uri, size } = file
  const asText: ContentBlock[] = text.includes(uri) ? [] : [{ type: 'text', text: linkTo(file) }]
  const asLink: ContentBlock = { type: 'resource_link', name, uri, mimeType, size }
  const linkAlone = hasFeature(revision, 'contentType', 'resource_link') ? [asLink] : asText
  return {
    linkAlone,
    /** A text link, because some agents fail on a `resource_link` beside a file. */
    linkBesideFile: asText,
    linkBytes: Math.max(jsonBytes(linkAlone), jsonBytes(asText)),
    wholeFile: () => wholeFile(file, mimeType, revision),
  }
}

const wholeFile = (
  { url: uri, content, size }: SavedContent,
  mimeType: string,
  revision: Revision,
): ContentBlock | null => {
  const [kind] = mimeType.split('/')
  if (kind === 'image' || kind === 'audio') {
    const isShown = size <= MAX_MEDIA_BYTES && (kind === 'image' || hasFeature(revision, 'contentType', kind))
    return isShown ? { type: kind, data: base64(content), mimeType } : null
  }
  if (size > MAX_TEXT_BYTES) return null
  const text = typeof content === 'string' ? content : decodeText(content)
  return text === null
    ? { type: 'resource', resource: { uri, mimeType, blob: base64(content) } }
    : { type: 'resource', resource: { uri, mimeType, text } }
}

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
const base64 = (content: Uint8Array | string): string => Buffer.from(content as Uint8Array).toString('base64')

/** Null if the bytes are not UTF-8. */
export const decodeText = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
