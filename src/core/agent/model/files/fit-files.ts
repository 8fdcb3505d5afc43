import { noteOn } from '../media.ts'
import type { ContentPart, Message } from '../model.ts'
import type { LearnedFiles } from '../refusals/learned.ts'
import { kindOf, type FileKind } from './kinds.ts'
import type { FileLimits } from './limits.ts'
import type { Picture } from './picture.ts'

export type FilePart = Extract<ContentPart, { type: 'file' }>

export interface FileRules {
  /** Media types that models of the provider look at. */
  takes: ReadonlySet<string>
  /** Kinds that this model looks at, by the Hub's settings; null: they say nothing. */
  inputs: ReadonlySet<FileKind> | null
  limits: FileLimits
  learned: LearnedFiles
  /** Files that are left out of this request on trial. */
  suspects: ReadonlySet<FileKind>
  /** Loaded with the first file. */
  readPicture(data: Uint8Array): Picture | null
}

/** Why a model gets the name of a file in its place. */
export type Why = 'kind' | 'format' | 'bytes' | 'side' | 'count' | 'total' | 'refused'

export interface LeftOut {
  part: FilePart
  why: Why
  /** It came with what the person said last. */
  isNew: boolean
}

export interface FittedFiles {
  messages: readonly Message[]
  /** Newest first. */
  leftOut: readonly LeftOut[]
  /** What the model gets to look at. */
  sent: ReadonlyMap<FileKind, number>
}

/**
 * The messages with a note in the place of each file that the model can't look at. What fits in part is given to the
 * newest files.
 */
export function fitFiles(messages: readonly Message[], rules: FileRules): FittedFiles {
  const leftOut: LeftOut[] = []
  const fitting = createFitting(rules)
  const answered = messages.findLastIndex(({ role }) => role === 'assistant' || role === 'tool')
  const fitted = [...messages]
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]!
    if (message.role !== 'user' || !message.parts.some(({ type }) => type === 'file')) continue
    const parts = message.parts.toReversed().map((part): ContentPart => {
      if (part.type !== 'file') return part
      const result = fitting.take(part)
      if ('taken' in result) return result.taken
      leftOut.push({ ...result, isNew: index > answered })
      return { type: 'text', text: noteOn(part) }
    })
    fitted[index] = { role: 'user', parts: parts.toReversed() }
  }
  return { messages: leftOut.length + fitting.sent.size > 0 ? fitted : messages, leftOut, sent: fitting.sent }
}

/** Counts what a request holds by now. */
function createFitting({ takes, inputs, limits, learned, suspects, readPicture }: FileRules) {
  const sent = new Map<FileKind, number>()
  let bytes = 0
  let longestSide = 0
  const most = Math.min(limits.images ?? Infinity, learned.mostPictures() ?? Infinity)

  const whyNot = (part: FilePart, side: number): Why | null => {
    const kind = kindOf(part.mediaType)
    if (kind === null || (inputs && !inputs.has(kind)) || learned.refusesKind(kind)) return 'kind'
    if (!takes.has(part.mediaType))
      return [...takes].some((type) => kindOf(type) === kind) ? 'format' : 'kind'
    if (suspects.has(kind) || learned.refusesFile(part.data)) return 'refused'
    if (kind === 'image') {
      if (part.data.byteLength > (limits.imageBytes ?? Infinity)) return 'bytes'
      if (side > (limits.imageSide ?? Infinity)) return 'side'
      const isCrowd = limits.crowd && Math.max(side, longestSide) > limits.crowd.side
      if ((sent.get('image') ?? 0) >= (isCrowd ? Math.min(most, limits.crowd!.images) : most)) return 'count'
    }
    return bytes + part.data.byteLength > (limits.totalBytes ?? Infinity) ? 'total' : null
  }

  return {
    sent,
    take(given: FilePart): { taken: FilePart } | { part: FilePart; why: Why } {
      const picture = given.mediaType.startsWith('image/') ? readPicture(given.data) : null
      // Providers refuse a picture whose type is not the one that is said of it.
      const part = picture ? { ...given, mediaType: picture.mediaType } : given
      const why = whyNot(part, picture?.side ?? 0)
      if (why) return { part, why }
      const kind = kindOf(part.mediaType)!
      sent.set(kind, (sent.get(kind) ?? 0) + 1)
      bytes += part.data.byteLength
      longestSide = Math.max(longestSide, picture?.side ?? 0)
      return { taken: part }
    },
  }
}
