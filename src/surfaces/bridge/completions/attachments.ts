import mime from 'mime/lite'
import { sniffedType } from '#ground/base/files/sniffed-type.ts'
import { fileDigest } from '#ground/base/digest.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { invalidRequest, tooLarge, type BridgeError } from '../error.ts'
import { base64Content, parseDataUrl, type DataUrl, type DataUrlProblem } from './data-url.ts'
import { textPieces, type TextPiece } from './inline-files.ts'
import type { ChatMessage, MessageContentPart } from './request.ts'

export interface InlineAttachment {
  source: MessageContentPart | string
  filename: string
  mediaType: string
  content: Uint8Array
}

export interface ReadAttachments {
  attachments: readonly InlineAttachment[]
  pieces: ReadonlyMap<string, readonly TextPiece[]>
}

/** Checks all sizes before it decodes any file, so a refused request costs little. No URL is fetched. */
export async function readAttachments(
  messages: readonly ChatMessage[],
  maxBytes: number,
): Promise<Result<ReadAttachments, BridgeError>> {
  const found: Found[] = []
  const pieces = new Map<string, readonly TextPiece[]>()
  const readText = async (text: string, param: string) => {
    const read = await textPieces(text, processTurns)
    const files = filesAmong(read, param)
    if (files.length > 0) pieces.set(text, read)
    found.push(...files)
  }
  for (const [index, { content }] of messages.entries()) {
    if (processTurns.isSpent()) await processTurns.nextTurn()
    const param = `messages[${index}].content`
    if (typeof content === 'string') await readText(content, param)
    else
      for (const [position, part] of (content ?? []).entries()) {
        if (processTurns.isSpent()) await processTurns.nextTurn()
        const partPath = `${param}[${position}]`
        if (part.type === 'text') await readText(part.text, partPath)
        const source = sourceOf(part)
        if (source === null) continue
        if (!source.ok) return refused(problem(source.refusal, part, partPath))
        found.push({ source: part, param: partPath, ...source.value })
      }
  }
  const larger = found.find(({ data }) => data.size > maxBytes)
  if (larger) return refused(tooLarge('An attachment', maxBytes, larger.param))
  const attachments: InlineAttachment[] = []
  for (const file of found) {
    if (processTurns.isSpent()) await processTurns.nextTurn()
    attachments.push(await decode(file))
  }
  return accepted({ attachments, pieces })
}

interface Found {
  source: MessageContentPart | string
  data: DataUrl
  filename: string | null
  isUntyped?: true
  param: string
}

const filesAmong = (pieces: readonly TextPiece[], param: string): Found[] =>
  pieces.flatMap((piece) =>
    'url' in piece ? [{ source: piece.url, data: piece.data, filename: null, param }] : [],
  )

type Source = Result<Pick<Found, 'data' | 'filename' | 'isUntyped'>, Problem>

type Problem = DataUrlProblem | 'no_data' | 'unpadded'

const sourceOf = (part: MessageContentPart): Source | null => {
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
      return fileData(part.file.file_data, part.file.filename ?? null)
    default:
      return null
  }
}

const named = (data: Result<DataUrl, DataUrlProblem>, filename: string | null): Source =>
  data.ok ? accepted({ data: data.value, filename }) : data

/** Bare base64 must have its padding, so that an address or path is not read as base64. */
function fileData(text: string, filename: string | null): Source {
  if (!filename || !BASE64.test(text.slice(0, 64))) return named(parseDataUrl(text), filename)
  const data = base64Content(UNKNOWN_TYPE, text)
  if (data.ok && data.value.size % 3 !== 0 && !/=\s*$/.test(text)) return refused('unpadded')
  return data.ok ? accepted({ data: data.value, filename, isUntyped: true }) : data
}

const BASE64 = /^[\w+/\s-]+=*\s*$/
const UNKNOWN_TYPE = 'application/octet-stream'

const audioData = ({ data, format }: { data: string; format?: string | null | undefined }) =>
  /^data:/i.test(data)
    ? parseDataUrl(data)
    : base64Content(mime.getType(format ?? 'wav') ?? 'audio/wav', data)

async function decode({ source, data, filename, isUntyped }: Found): Promise<InlineAttachment> {
  const content = await data.decode(processTurns)
  const mediaType = isUntyped
    ? await sniffedType({ head: content, declared: undefined, filename: filename ?? '' })
    : data.mediaType
  return { source, mediaType, content, filename: filename || (await inventedName(mediaType, content)) }
}

/** The name is derived from the content, so that an image that is sent again with each turn keeps its name. */
const inventedName = async (mediaType: string, content: Uint8Array): Promise<string> => {
  const kind = /^(image|audio|video)\//.exec(mediaType)?.[1] ?? 'file'
  return `${kind}-${(await fileDigest(content)).slice(0, 8)}.${mime.getExtension(mediaType) ?? 'bin'}`
}

const problem = (found: Problem, part: MessageContentPart, param: string): BridgeError => {
  if (found === 'no_data')
    return invalidRequest(
      'The request must contain the bytes of an image or a file, as a data: URL or base64. A Hub stores no files by id.',
      { param },
    )
  if (found === 'unpadded')
    return invalidRequest(
      'file_data is neither a data: URL nor base64 with its padding (=). Other addresses are never fetched.',
      { param },
    )
  if (found === 'malformed')
    return invalidRequest('The data: URL or base64 of an attachment is malformed.', { param })
  const field = part.type === 'image_url' ? 'An image' : 'A file'
  return invalidRequest(`${field} must be sent as a data: URL. Other addresses are never fetched.`, { param })
}
