import { createHmac, randomBytes } from 'node:crypto'
import { BoundedMap } from '#ground/base/bounded-map.ts'
import { cutText } from '#ground/base/cut-text.ts'
import { digestOf } from '#ground/base/digest.ts'
import { modelFileKind } from '#core/agent/model/files/kinds.ts'
import type {
  ContentPart,
  FileContents,
  FilePart,
  TurnMessage,
  LanguageModel,
  ToolSpec,
} from '#core/agent/model/model.ts'
import { messageTokens, toolTokens } from '../context/estimate.ts'
import type { FittedModel } from '../context/contexts.ts'
import type { AgentTurn } from '../turn.ts'
import { textOfFile, type FileText } from './text-of-file.ts'

export interface AttachedTexts {
  /** If the texts of all files exceed the option `room`, the newest files take precedence. */
  read(
    messages: readonly TurnMessage[],
    options: ReadOptions,
    signal: AbortSignal,
  ): Promise<readonly TurnMessage[]>
}

export interface ReadOptions {
  model: Pick<LanguageModel, 'takesFile'>
  room: number
  canReadFiles: boolean
}

const MAX_FILE_CHARACTERS = 60_000
/** Bounds the work: a client may send a conversation with hundreds of files with each request. */
const MAX_FILES = 20
const TOO_MANY_FILES = `The Hub reads the newest ${MAX_FILES} files of a conversation.`
const MAX_REMEMBERED = 40
const MIN_CHARACTERS = 200

export function createAttachedTexts(): AttachedTexts {
  const known = new BoundedMap<string, FileText>(MAX_REMEMBERED)
  // Without a secret key, the author of a file could compute the end mark and write it into the file.
  const key = randomBytes(32)
  const markOf = (data: Uint8Array): Promise<string> => digestOf(createHmac('sha256', key), data)

  async function textOf(part: FilePart, mark: string, signal: AbortSignal): Promise<FileText> {
    const id = `${mark} ${part.mediaType} ${part.filename ?? ''}`
    const found = known.get(id) ?? (await textOfFile(part, MAX_FILE_CHARACTERS, signal))
    known.set(id, found)
    return found
  }

  return {
    async read(messages, { model, room, canReadFiles }, signal) {
      const parts = messages
        .flatMap((message) => (message.role === 'user' ? message.parts : []))
        .filter(isFile)
        .filter((part) => model.takesFile?.(part) === false)
        .toReversed()
      const made = new Map<ContentPart, FilePart>()
      for (const part of parts.filter(isMedia)) made.set(part, { ...part, contents: { isMedia: true } })
      let left = room
      for (const [index, part] of parts.filter((part) => !isMedia(part)).entries()) {
        const mark = await markOf(part.data)
        const found = index < MAX_FILES ? await textOf(part, mark, signal) : { problem: TOO_MANY_FILES }
        const contents = contentsOf(found, { left, canReadRest: canReadFiles, mark })
        if ('text' in contents) left -= contents.text.length
        made.set(part, { ...part, contents })
      }
      if (made.size === 0) return messages
      return messages.map((message) =>
        message.role === 'user' && message.parts.some((part) => made.has(part))
          ? { ...message, parts: message.parts.map((part) => made.get(part) ?? part) }
          : message,
      )
    },
  }
}

export interface TurnFiles {
  model: FittedModel
  system: TurnMessage
  tools: readonly ToolSpec[]
}

export async function withAttachedTexts(
  { attachedTexts }: { attachedTexts: AttachedTexts },
  turn: Pick<AgentTurn, 'messages' | 'waited'>,
  { model, system, tools }: TurnFiles,
  signal: AbortSignal,
): Promise<readonly TurnMessage[]> {
  if (!turn.messages.some((message) => message.role === 'user' && message.parts.some(isFile)))
    return turn.messages
  const startedAt = performance.now()
  const room = await model.roomForFiles(messageTokens(system) + toolTokens(tools))
  const canReadFiles = tools.some(({ name }) => name === 'read_file')
  const messages = await attachedTexts.read(turn.messages, { model, room, canReadFiles }, signal)
  turn.waited?.(performance.now() - startedAt)
  return messages
}

const isFile = (part: ContentPart): part is FilePart => part.type === 'file'

/** SVG pictures are text. */
const isMedia = ({ mediaType }: FilePart): boolean => {
  const kind = modelFileKind(mediaType)
  return kind !== null && kind !== 'pdf' && mediaType !== 'image/svg+xml'
}

const contentsOf = (
  found: FileText,
  { left, canReadRest, mark }: { left: number; canReadRest: boolean; mark: string },
): FileContents => {
  if ('problem' in found) return found
  const text = cutText(found.text, Math.max(MIN_CHARACTERS, left))
  return { text, omitted: found.length - text.length, canReadRest, mark }
}
