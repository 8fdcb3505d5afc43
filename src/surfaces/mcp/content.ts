import type { ContentBlock } from '@modelcontextprotocol/server'
import mime from 'mime'
import { linkTo } from '#core/agent/tools/files/write.ts'
import type { ToolSavedFile } from '#core/agent/tools/tool.ts'
import { hasFeature, type Revision } from './revisions.ts'

/** A file that a tool saved, with what is in it. */
export interface SavedContent extends ToolSavedFile {
  content: Uint8Array | string
}

/**
 * Maximum size of a file that is included completely: text that a model can read, and pictures and sounds
 * that clients show.
 */
const MAX_TEXT_BYTES = 32 * 1024
const MAX_MEDIA_BYTES = 512 * 1024
/** Clients of common libraries take at most this much in one stream event. */
export const MAX_EVENT_BYTES = 1024 * 1024
/** Bytes of a message beside the content of its result. */
export const ENVELOPE_BYTES = 16 * 1024

/**
 * The content of a call's result: its text, a link for each saved file unless the text has it, and the small
 * files completely. As one stream event, it stays below the limit of clients; files that do not fit are only
 * linked.
 */
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

/** The possible forms of one file. */
function describe(file: SavedContent, text: string, revision: Revision) {
  const mimeType = mime.getType(file.filename) ?? 'application/octet-stream'
  const { filename: name, url: uri, size } = file
  const asText: ContentBlock[] = text.includes(uri) ? [] : [{ type: 'text', text: linkTo(file) }]
  const asLink: ContentBlock = { type: 'resource_link', name, uri, mimeType, size }
  const linkAlone = hasFeature(revision, 'contentType', 'resource_link') ? [asLink] : asText
  return {
    linkAlone,
    /** Agents that hand results to a model of others fail on a link beside a file, so that link is text. */
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

/** Bytes of a value as JSON. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
const base64 = (content: Uint8Array | string): string => Buffer.from(content as Uint8Array).toString('base64')

/** Bytes as text; null when they are none. */
export const decodeText = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
