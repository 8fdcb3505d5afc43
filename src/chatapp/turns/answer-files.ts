import { join } from 'node:path'
import { z } from 'zod'
import { createKeptRecords } from '#ground/base/record-folder.ts'
import type { StoredMessage } from '#chatapp/chats/message.ts'
import type { TurnOfChat } from '#chatapp/chats/messages.ts'
import { MessageState } from '#chatapp/chats/schema.ts'

/** An answer whose turn has ended. */
export interface EndedAnswer extends TurnOfChat {
  turnId: string
  message: StoredMessage
}

const MAX_FILE_BYTES = 64 * 1024 * 1024

/** The files of answers that wait for the store, one each, named by the turn. */
export function createKeptAnswers({ folder, onUnreadable }: KeptAnswersOptions) {
  const records = createKeptRecords({
    folder: join(folder, 'unsaved'),
    mostBytes: MAX_FILE_BYTES,
    parse: (value) => Kept.parse(value),
    onUnreadable,
  })
  return {
    /** @throws when there is no room for it. */
    write: ({ turnId, chatId, epoch, message }: EndedAnswer) =>
      records.write(turnId, { version: 1, chat_id: chatId, epoch, message: message as Kept['message'] }),
    remove: records.remove,
    async read(): Promise<EndedAnswer[]> {
      const kept = await records.read()
      return kept.map(([turnId, { chat_id: chatId, ...answer }]) => ({ ...answer, turnId, chatId }))
    },
  }
}

interface KeptAnswersOptions {
  /** The web chat's. */
  folder: string
  onUnreadable(path: string): void
}

/** Another release may write another version; it is left to that one. */
const Kept = z.object({
  version: z.literal(1),
  chat_id: z.string().min(1),
  /** Releases that knew no leases left it out; the store has those turns under 0. */
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
type Kept = z.infer<typeof Kept>
