import { join } from 'node:path'
import { z } from 'zod'
import { createPendingRecords } from '#ground/base/record-folder.ts'
import type { StoredMessage } from '#chatapp/chats/message.ts'
import type { TurnOfChat } from '#chatapp/chats/messages.ts'
import { MessageState } from '#chatapp/chats/schema.ts'

export interface EndedAnswer extends TurnOfChat {
  turnId: string
  message: StoredMessage
}

const MAX_FILE_BYTES = 64 * 1024 * 1024

export function createAnswerFiles({ folder, onUnreadable }: AnswerFilesOptions) {
  const records = createPendingRecords({
    folder: join(folder, 'unsaved'),
    maxBytes: MAX_FILE_BYTES,
    parse: (value) => StoredAnswer.parse(value),
    onUnreadable,
  })
  return {
    /** @throws if the disk is full. */
    write: ({ turnId, chatId, epoch, message }: EndedAnswer) =>
      records.write(turnId, {
        version: 1,
        chat_id: chatId,
        epoch,
        message: message as StoredAnswer['message'],
      }),
    remove: records.remove,
    async read(): Promise<EndedAnswer[]> {
      const found = await records.read()
      return found.map(([turnId, { chat_id: chatId, ...answer }]) => ({ ...answer, turnId, chatId }))
    },
  }
}

interface AnswerFilesOptions {
  folder: string
  onUnreadable(path: string): void
}

/** Files of another format version are kept for the release that wrote them. */
const StoredAnswer = z.object({
  version: z.literal(1),
  chat_id: z.string().min(1),
  /** Missing in files from releases without leases. */
  epoch: z.int().default(0),
  message: z.object({
    id: z.string().min(1),
    parentId: z.string().nullable(),
    role: z.literal('assistant'),
    content: z.string(),
    model: z.string().nullable(),
    state: MessageState.exclude(['running']),
    timestamp: z.int(),
    extra: z.custom<StoredMessage['extra']>((value) => typeof value === 'object' && value !== null),
  }),
})
type StoredAnswer = z.infer<typeof StoredAnswer>
