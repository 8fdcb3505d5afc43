import mime from 'mime/lite'
import { sha256 } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { invalidRequest, tooLarge, type ApiError } from '../error.ts'
import { base64Content, parseDataUrl, type DataUrl, type DataUrlProblem } from './data-url.ts'
import { textPieces } from './inline-files.ts'
import type { ChatMessage, Part } from './request.ts'

/** A file that came inside a message. */
export interface Attachment {
  /** What holds it in the message: a part, or the `data:` URL within a text. */
  source: Part | string
  filename: string
  mediaType: string
  content: Uint8Array
}

/**
 * Take every attachment out of a conversation. All sizes are checked before any is decoded, so a request that is
 * refused costs no more than its text. Only `data:` URLs are attachments: nothing is ever fetched.
 */
export async function readAttachments(
  messages: readonly ChatMessage[],
  maxBytes: number,
): Promise<Result<readonly Attachment[], ApiError>> {
  const found: Found[] = []
  for (const [index, { content }] of messages.entries()) {
    if (processTurns.isSpent()) await processTurns.nextTurn()
    const param = `messages[${index}].content`
    if (typeof content === 'string') found.push(...inText(content, param))
    else
      for (const [position, part] of (content ?? []).entries()) {
        if (processTurns.isSpent()) await processTurns.nextTurn()
        const place = `${param}[${position}]`
        if (part.type === 'text') found.push(...inText(part.text, place))
        const source = sourceOf(part)
        if (source === null) continue
        if (!source.ok) return refused(problem(source.refusal, part, place))
        found.push({ source: part, param: place, ...source.value })
      }
  }
  const larger = found.find(({ data }) => data.size > maxBytes)
  return larger ? refused(tooLarge('An attachment', maxBytes, larger.param)) : accepted(found.map(decode))
}

/** An attachment that is not decoded yet. */
interface Found {
  source: Part | string
  data: DataUrl
  filename: string | null
  param: string
}

const inText = (text: string, param: string): Found[] =>
  textPieces(text).flatMap((piece) =>
    'url' in piece ? [{ source: piece.url, data: piece.data, filename: null, param }] : [],
  )

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

const decode = ({ source, data, filename }: Found): Attachment => {
  const content = data.decode()
  return {
    source,
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
