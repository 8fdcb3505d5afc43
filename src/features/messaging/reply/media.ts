import { buffer } from 'node:stream/consumers'
import type { ContentPart } from '#core/agent/model/model.ts'
import type { FileFolder } from '#core/chats/files.ts'
import type { Channel } from '../channel.ts'
import type { MediaReference } from '../incoming.ts'
import type { ChannelMessage } from '../message.ts'
import { onOneLine } from '../text/quoted-text.ts'

export async function partsOf(
  { text, media }: Pick<ChannelMessage, 'text' | 'media'>,
  { channel, files, maxBytes }: { channel: Channel; files: FileFolder; maxBytes: number },
  signal: AbortSignal,
): Promise<ContentPart[]> {
  const parts: ContentPart[] = text === '' ? [] : [{ type: 'text', text }]
  for (const one of media) parts.push(await partOf(one, { channel, files, maxBytes }, signal))
  return parts.length > 0 ? parts : [{ type: 'text', text: '(an empty message)' }]
}

async function partOf(
  media: MediaReference,
  { channel, files, maxBytes }: { channel: Channel; files: FileFolder; maxBytes: number },
  signal: AbortSignal,
): Promise<ContentPart> {
  const lost = (why: string): ContentPart => ({
    type: 'text',
    text: `[Attached file: ${onOneLine(media.filename)}, which could not be fetched: ${why}]`,
  })
  if (media.bytes !== null && media.bytes > maxBytes) return lost(`it is larger than ${maxBytes} bytes`)
  const fetched = await channel.fetchMedia(media, signal)
  if (!fetched.ok) return lost(fetched.refusal)
  const { content } = fetched.value
  const contentType = fetched.value.contentType ?? media.contentType ?? undefined
  const saved = await files
    .saveStream(media.filename, content, { maxBytes, contentType })
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOSPC' || error.code === 'EDQUOT') throw error
      return null // the provider ended the transfer early
    })
  if (saved === null) return lost('the provider broke off')
  if (!saved.ok) return lost(`it is larger than ${maxBytes} bytes`)
  const { filename, size } = saved.value
  const mention: ContentPart = {
    type: 'text',
    text: `[Attached file: ${filename} (${contentType ?? 'of unknown type'}, ${size} bytes)]`,
  }
  const opened = await files.open(filename)
  if (opened === null) return mention
  const data = await buffer(opened.read())
  return { type: 'file', mediaType: contentType ?? 'application/octet-stream', data, filename }
}
