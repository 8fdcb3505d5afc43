import { noteOn } from '../media.ts'
import type { ContentPart, FilePart, TurnMessage, ToolResult } from '../model.ts'
import type { LearnedFiles } from '../refusals/learned.ts'
import { modelFileKind, type ModelFileKind } from './kinds.ts'
import type { FileLimits } from './limits.ts'
import type { ModelPicture } from './picture.ts'

export interface FileRules {
  acceptedMediaTypes: ReadonlySet<string>
  /** Kinds of files that the Hub's settings allow; null if the settings allow all kinds. */
  inputs: ReadonlySet<ModelFileKind> | null
  limits: FileLimits
  learned: LearnedFiles
  suspects: ReadonlySet<ModelFileKind>
  readPicture(data: Uint8Array): ModelPicture | null
  isWholePicture(data: Uint8Array, mediaType: string): boolean
}

export type LeftOutReason =
  | 'kind'
  | 'format'
  | 'damaged'
  | 'bytes'
  | 'side'
  | 'count'
  | 'total'
  | 'refused'
  | 'contents'

export interface LeftOut {
  part: FilePart
  why: LeftOutReason
  isNew: boolean
}

export interface FittedFiles {
  messages: readonly TurnMessage[]
  leftOut: readonly LeftOut[]
  sent: ReadonlyMap<ModelFileKind, number>
}

/** Limits for the files of all tool results in one request: each step of a turn sends these files again. */
const MAX_RESULT_FILES = 16
const MAX_RESULT_BYTES = 16 * 1024 * 1024

/**
 * If only some files fit, the newest are kept. Files of tool results move to a user message, since some providers
 * refuse files in results.
 */
export function fitFiles(messages: readonly TurnMessage[], rules: FileRules): FittedFiles {
  const leftOut: LeftOut[] = []
  const fitting = createFitting(rules)
  const lastAnswerIndex = messages.findLastIndex(({ role }) => role === 'assistant' || role === 'tool')
  const fitted: (TurnMessage | TurnMessage[])[] = [...messages]
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]!
    if (message.role === 'tool') {
      if (message.results.some(({ files }) => files !== undefined))
        fitted[index] = withShownFiles(message.results, fitting.takeReturned, leftOut)
      continue
    }
    if (message.role !== 'user' || !message.parts.some(({ type }) => type === 'file')) continue
    const parts = message.parts.toReversed().map((part): ContentPart => {
      if (part.type !== 'file') return part
      const result = fitting.decide(part)
      if ('accepted' in result) return result.accepted
      leftOut.push({ ...result, isNew: index > lastAnswerIndex })
      return { type: 'text', text: noteOn(part) }
    })
    fitted[index] = { role: 'user', parts: parts.toReversed() }
  }
  const isChanged = leftOut.length + fitting.sent.size > 0
  return { messages: isChanged ? fitted.flat() : messages, leftOut, sent: fitting.sent }
}

type FileDecision = { accepted: FilePart } | { part: FilePart; why: LeftOutReason }

function withShownFiles(
  results: readonly ToolResult[],
  decide: (part: FilePart) => FileDecision,
  leftOut: LeftOut[],
): TurnMessage[] {
  const parts: ContentPart[] = []
  const withNotes = results.toReversed().map(({ files = [], ...result }): ToolResult => {
    const fitted = files.toReversed().map(decide)
    const shown = fitted.flatMap((one) => ('accepted' in one ? [one.accepted] : []))
    const missed = fitted.flatMap((one) => ('accepted' in one ? [] : [one])).toReversed()
    leftOut.push(...missed.map((one) => ({ ...one, isNew: false })))
    if (shown.length > 0) parts.push(...shown, { type: 'text', text: RETURNED_BY(result.name) })
    const notes = missed.map(
      ({ part }) => `[Not shown to you: ${part.filename ?? 'a file'} (${part.mediaType})]`,
    )
    return { ...result, text: [result.text, ...notes].join('\n') }
  })
  const toolMessage: TurnMessage = { role: 'tool', results: withNotes.toReversed() }
  return parts.length === 0 ? [toolMessage] : [toolMessage, { role: 'user', parts: parts.toReversed() }]
}

const RETURNED_BY = (tool: string): string => `[Returned by the tool ${tool}, not sent by the person:]`

function createFitting(rules: FileRules) {
  const { acceptedMediaTypes, inputs, limits, learned, suspects, readPicture, isWholePicture } = rules
  const sent = new Map<ModelFileKind, number>()
  let bytes = 0
  const returned = { files: 0, bytes: 0 }
  let longestSide = 0
  const maxPictures = Math.min(limits.images ?? Infinity, learned.mostPictures() ?? Infinity)

  const whyNot = (part: FilePart, picture: ModelPicture | null): LeftOutReason | null => {
    const side = picture?.side ?? 0
    if (part.contents && !('isMedia' in part.contents)) return 'contents'
    const kind = modelFileKind(part.mediaType)
    if (kind === null || (inputs && !inputs.has(kind)) || learned.refusesKind(kind)) return 'kind'
    if (!acceptedMediaTypes.has(part.mediaType))
      return [...acceptedMediaTypes].some((type) => modelFileKind(type) === kind) ? 'format' : 'kind'
    if (suspects.has(kind) || learned.refusesFile(part.data)) return 'refused'
    if (kind === 'image') {
      if (part.data.byteLength > (limits.imageBytes ?? Infinity)) return 'bytes'
      if (side > (limits.imageSide ?? Infinity)) return 'side'
      if (!picture || !isWholePicture(part.data, part.mediaType)) return 'damaged'
      const isCrowd = limits.crowd && Math.max(side, longestSide) > limits.crowd.side
      if ((sent.get('image') ?? 0) >= (isCrowd ? Math.min(maxPictures, limits.crowd!.images) : maxPictures))
        return 'count'
    }
    return bytes + part.data.byteLength > (limits.totalBytes ?? Infinity) ? 'total' : null
  }

  const fitting = {
    sent,
    takeReturned(original: FilePart): FileDecision {
      const isFull =
        returned.files >= MAX_RESULT_FILES || returned.bytes + original.data.byteLength > MAX_RESULT_BYTES
      const result = isFull ? { part: original, why: 'total' as const } : fitting.decide(original)
      if (!('accepted' in result)) return result
      returned.files++
      returned.bytes += original.data.byteLength
      return result
    },
    decide(original: FilePart): FileDecision {
      const picture = original.mediaType.startsWith('image/') ? readPicture(original.data) : null
      // Providers refuse a picture whose declared media type is wrong.
      const part = picture ? { ...original, mediaType: picture.mediaType } : original
      const why = whyNot(part, picture)
      if (why) return { part, why }
      const kind = modelFileKind(part.mediaType)!
      sent.set(kind, (sent.get(kind) ?? 0) + 1)
      bytes += part.data.byteLength
      longestSide = Math.max(longestSide, picture?.side ?? 0)
      return { accepted: part }
    },
  }
  return fitting
}
