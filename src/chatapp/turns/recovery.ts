import type { Store } from '#ground/store/store.ts'
import { messageOf } from '#chatapp/chats/chat.ts'
import type { MessageError } from '#chatapp/chats/schema.ts'
import { saveAnswer } from '#chatapp/chats/messages.ts'

/** What a person reads under an answer that a restart cut off. */
export const RESTARTED: MessageError = {
  message: 'The web chat was restarted before this answer was complete.',
  code: 'restarted',
}

/**
 * Mark the turns that an earlier run of this server left running as interrupted. Those of other servers on the same
 * store are theirs. Call before the first turn can start.
 *
 * @param hasEnded Whether the end of an answer is known and waits to be saved.
 * @returns How many there were.
 */
export async function interruptLeftTurns(
  store: Store,
  runner: string,
  hasEnded: (chatId: string, messageId: string) => boolean,
): Promise<number> {
  const rows = await store.db
    .selectFrom('chatapp_messages')
    .selectAll()
    .where('state', '=', 'running')
    .execute()
  let count = 0
  for (const row of rows) {
    const message = messageOf(row)
    const { runner: ranBy, ...extra } = message.extra
    if (ranBy !== runner || hasEnded(row.chat_id, row.id)) continue
    const interrupted = { ...message, state: 'interrupted', extra: { ...extra, error: RESTARTED } } as const
    await store.transaction((tx) => saveAnswer(tx, row.chat_id, interrupted))
    count++
  }
  return count
}
