import { AttachedFile } from '../schema.ts'
import { fieldsOf, firstText, isFields, listOf, plainText, type Fields } from './plain.ts'

/** `dataUrl` is not checked and may be any text. */
export type Attachment =
  | { kind: 'file'; file: AttachedFile }
  | { kind: 'content'; name: string; dataUrl: string }
  | { kind: 'link'; name: string; url: string }

/** Omits entries that are not files, such as notes and folders. */
export const readAttachments = (files: unknown): Attachment[] =>
  listOf(files).flatMap((file) => (isFields(file) ? attachmentOf(file) : []))

export const picturesIn = (content: unknown): Attachment[] =>
  listOf(content).flatMap((part) => {
    const { type, image_url: image } = fieldsOf(part)
    if (type !== 'image_url') return []
    return byUrl(isFields(image) ? plainText(image.url) : plainText(image), 'picture')
  })

export const describedFiles = (files: unknown): AttachedFile[] =>
  listOf(files).flatMap((file) => {
    if (!isFields(file)) return []
    const [attachment] = attachmentOf(file)
    return attachment?.kind === 'file' ? [{ ...file, ...attachment.file }] : []
  })

const NO_FILES = new Set(['collection', 'note', 'folder', 'chat', 'web_search_results'])

function attachmentOf(file: Fields): Attachment[] {
  const own = AttachedFile.safeParse(file)
  if (own.success) return [{ kind: 'file', file: own.data }]
  if (typeof file.type === 'string' && NO_FILES.has(file.type)) return []
  const record = fieldsOf(file.file)
  const meta = { ...fieldsOf(record.meta), ...fieldsOf(file.meta) }
  const isPicture = file.type === 'image'
  const name = firstText(file.name, record.filename, meta.name) || (isPicture ? 'picture' : 'file')
  const url = plainText(file.url)
  if (/^(data|https?):/i.test(url)) return byUrl(url, name)
  const id = firstText(file.id, record.id, fileIdIn(url))
  if (!id) return isPicture ? byUrl(url, name) : []
  const size = [file.size, meta.size].find((value) => typeof value === 'number' && value >= 0)
  return [
    {
      kind: 'file',
      file: {
        id,
        name,
        content_type:
          firstText(file.content_type, meta.content_type) ||
          (isPicture ? 'image/png' : 'application/octet-stream'),
        size: (size as number | undefined) ?? 0,
      },
    },
  ]
}

function byUrl(url: string, name: string): Attachment[] {
  if (/^data:/i.test(url)) return [{ kind: 'content', name, dataUrl: url }]
  if (/^https?:/i.test(url)) return [{ kind: 'link', name, url }]
  const id = fileIdIn(url)
  if (id) return [{ kind: 'file', file: { id, name, content_type: 'image/png', size: 0 } }]
  return url ? [{ kind: 'content', name, dataUrl: url }] : []
}

const fileIdIn = (url: string): string =>
  /(?:^|\/files\/)([\w.:-]{1,100})(?:\/content(?:\/.*)?)?$/.exec(url)?.[1] ?? ''

export function decodeDataUrl(url: string): { bytes: Buffer; contentType: string } | null {
  const comma = url.indexOf(',')
  if (!/^data:/i.test(url) || comma === -1 || comma > 1000) return null
  const [contentType = '', ...parameters] = url.slice('data:'.length, comma).split(';')
  const encoded = url.slice(comma + 1)
  try {
    const isBase64 = parameters.some((parameter) => parameter.trim().toLowerCase() === 'base64')
    const bytes = isBase64 ? Buffer.from(encoded, 'base64') : Buffer.from(decodeURIComponent(encoded))
    return bytes.length > 0 ? { bytes, contentType } : null
  } catch {
    return null // an invalid percent sequence
  }
}
