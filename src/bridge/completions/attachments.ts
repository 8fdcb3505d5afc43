import mime from 'mime/lite'
import { sha256 } from '#base/ids.ts'
import { accepted, refused, type Result } from '#base/result.ts'
import { invalidRequest, tooLarge, type ApiError } from '../error.ts'
import { base64Content, parseDataUrl, type DataUrl, type DataUrlProblem } from './data-url.ts'
import type { ChatMessage, Part } from './request.ts'

/** A file that came inside a message. */
export interface Attachment {
  /** The part that holds it. */
  part: Part
  filename: string
  mediaType: string
  content: Uint8Array
}

/**
 * Take every attachment out of a conversation. All sizes are checked before any is decoded, so a request that is
 * refused costs no more than its text. Only `data:` URLs are attachments: nothing is ever fetched.
 */
export function readAttachments(
  messages: readonly ChatMessage[],
  maxBytes: number,
): Result<readonly Attachment[], ApiError> {
  const encoded: { part: Part; data: DataUrl; filename: string | null }[] = []
  for (const [index, message] of messages.entries()) {
    if (typeof message.content === 'string') continue
    for (const [position, part] of (message.content ?? []).entries()) {
      const param = `messages[${index}].content[${position}]`
      const source = sourceOf(part)
      if (source === null) continue
      if (!source.ok) return refused(problem(source.refusal, part, param))
      if (source.value.data.size > maxBytes) return refused(tooLarge('An attachment', maxBytes, param))
      encoded.push({ part, ...source.value })
    }
  }
  return accepted(encoded.map(decode))
}

type Source = Result<{ data: DataUrl; filename: string | null }, DataUrlProblem | 'no_data'>

/** Null for parts that are no attachment. */
const sourceOf = (part: Part): Source | null => {
  switch (part.type) {
    case 'image_url':
      return named(
        parseDataUrl(typeof part.image_url === 'string' ? part.image_url : part.image_url.url),
        null,
      )
    case 'input_audio':
      return named(audioData(part.input_audio), null)
    case 'file':
      if (!part.file.file_data) return refused('no_data')
      return named(parseDataUrl(part.file.file_data), part.file.filename ?? null)
    default:
      return null
  }
}

const named = (data: Result<DataUrl, DataUrlProblem>, filename: string | null): Source =>
  data.ok ? accepted({ data: data.value, filename }) : data

const audioData = ({ data, format }: { data: string; format?: string | null | undefined }) =>
  /^data:/i.test(data)
    ? parseDataUrl(data)
    : base64Content(mime.getType(format ?? 'wav') ?? 'audio/wav', data)

const decode = ({
  part,
  data,
  filename,
}: {
  part: Part
  data: DataUrl
  filename: string | null
}): Attachment => {
  const content = data.decode()
  return {
    part,
    mediaType: data.mediaType,
    content,
    filename: filename || inventedName(data.mediaType, content),
  }
}

/** Made from the content, so that the same image sent again with each turn keeps its name. */
const inventedName = (mediaType: string, content: Uint8Array): string => {
  const kind = /^(image|audio|video)\//.exec(mediaType)?.[1] ?? 'file'
  return `${kind}-${sha256(content).slice(0, 8)}.${mime.getExtension(mediaType) ?? 'bin'}`
}

const problem = (found: DataUrlProblem | 'no_data', part: Part, param: string): ApiError => {
  if (found === 'no_data')
    return invalidRequest(
      'A file part needs file_data with a data: URL; stored file ids are not known here.',
      { param },
    )
  if (found === 'malformed') return invalidRequest('The data: URL of an attachment is malformed.', { param })
  const field = part.type === 'image_url' ? 'An image' : 'A file'
  return invalidRequest(`${field} must be sent as a data: URL. Other addresses are never fetched.`, { param })
}
