import type { ModelEvent } from '../model.ts'

/** A picture as servers write it, in `images` and among the parts of a content. */
export interface WirePicture {
  image_url?: { url?: unknown } | string | null
}

/** A picture that a model made: its bytes, or a link where the server keeps it. Null when it is neither. */
export function pictureEvent({ image_url: image }: WirePicture): ModelEvent | null {
  const url = typeof image === 'object' ? image?.url : image
  if (typeof url !== 'string') return null
  const [, mediaType, base64] = /^data:([\w.+-]+\/[\w.+-]+);base64,(.+)$/s.exec(url) ?? []
  if (mediaType && base64) return { type: 'file', mediaType, data: Buffer.from(base64, 'base64') }
  return /^https?:\/\/\S+$/.test(url) ? { type: 'text', text: `\n\n[picture](${url})\n\n` } : null
}
