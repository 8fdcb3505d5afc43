import { dataUrlOf } from '#ground/base/data-url.ts'
import { itemIdOf } from '#ground/base/response-id.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { StoredItem } from '#core/responses/stored-responses.ts'
import type { FileFolder } from '#core/chats/files.ts'
import type { SavedAttachments } from '../completions/conversation.ts'
import type { AsCompletion } from './input.ts'
import type { InputItem, InputPart } from './fields.ts'

/** In a stored item, this prefix and a filename replace an attachment's content, which is stored once, in the chat. */
const FILE_ADDRESS = 'svc-file:'

export const toStoredItems = (
  responseId: string,
  input: readonly InputItem[],
  { parts }: Pick<AsCompletion, 'parts'>,
  saved: SavedAttachments,
): StoredItem[] => {
  const named = (content: string | readonly InputPart[], textType: string) =>
    typeof content === 'string'
      ? [{ type: textType, text: content }]
      : content.map((part) => {
          const made = parts.get(part)
          const file = made && saved.files.get(made)
          return file
            ? withAddress(part, FILE_ADDRESS + encodeURIComponent(file.filename), file.filename)
            : part
        })
  return input.map((item, position): StoredItem => {
    const id = (prefix: 'msg' | 'fc' | 'fco' | 'rs') =>
      itemIdOf(responseId, { prefix, from: 'input', position })
    switch (item.type) {
      case 'message': {
        const content = named(item.content, item.role === 'assistant' ? 'output_text' : 'input_text')
        return { ...item, id: id('msg'), status: 'completed', content }
      }
      case 'function_call':
        return { ...item, id: id('fc'), status: 'completed' }
      case 'function_call_output':
        return {
          ...item,
          id: id('fco'),
          status: 'completed',
          output: typeof item.output === 'string' ? item.output : named(item.output, 'input_text'),
        }
      case 'reasoning':
        return { ...item, id: id('rs'), summary: item.summary ?? [] }
      case 'item_reference':
        return item
    }
  })
}

export const storedBytes = (input: readonly InputItem[], { parts }: Pick<AsCompletion, 'parts'>): number =>
  Buffer.byteLength(
    JSON.stringify(input, (_key, value: unknown) =>
      parts.has(value as InputPart) ? withAddress(value as InputPart, FILE_ADDRESS, null) : value,
    ),
  )

export interface FileReader {
  /** @returns A `data:` URL; null if the file was deleted. @throws AttachmentsTooLarge */
  read(chat: string, filename: string): Promise<string | null>
}

export class AttachmentsTooLarge extends Error {}

export function createFileReader(
  filesOf: (chat: string) => Promise<FileFolder | null>,
  maxBytes: number,
): FileReader {
  let left = maxBytes
  return {
    async read(chat, filename) {
      const file = await (await filesOf(chat))?.open(filename)
      if (!file) return null
      left -= file.size
      if (left < 0) {
        await file.close()
        throw new AttachmentsTooLarge()
      }
      const type = file.contentType.split(';')[0]!.trim()
      return dataUrlOf(type, file.read(), processTurns)
    },
  }
}

export async function withFiles(item: StoredItem, chat: string, files: FileReader): Promise<StoredItem> {
  const restored = async (parts: unknown): Promise<unknown> =>
    Array.isArray(parts) ? Promise.all(parts.map((part: InputPart) => restorePart(part, chat, files))) : parts
  if (item.type === 'message') return { ...item, content: await restored(item['content']) }
  if (item.type === 'function_call_output') return { ...item, output: await restored(item['output']) }
  return item
}

async function restorePart(part: InputPart, chat: string, files: FileReader): Promise<InputPart> {
  const address = addressOf(part)
  if (!address?.startsWith(FILE_ADDRESS)) return part
  const filename = decodeURIComponent(address.slice(FILE_ADDRESS.length))
  const url = await files.read(chat, filename)
  if (url === null) return { type: 'input_text', text: `[File no longer available: ${filename}]` }
  return withAddress(part, url, filename)
}

function addressOf(part: InputPart): string | null | undefined {
  if (part.type === 'input_image') return part.image_url
  if (part.type === 'input_file') return part.file_data
  return part.type === 'input_audio' ? part.input_audio.data : null
}

function withAddress(part: InputPart, address: string, filename: string | null): InputPart {
  if (part.type === 'input_image') return { ...part, image_url: address }
  if (part.type === 'input_file')
    return { type: 'input_file', file_data: address, filename: filename ?? part.filename }
  if (part.type === 'input_audio') return { ...part, input_audio: { ...part.input_audio, data: address } }
  return part
}
