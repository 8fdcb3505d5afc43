import type { Store } from '#ground/store/store.ts'
import { messageOf } from '#chatapp/chats/chat.ts'
import type { MessageError } from '#chatapp/chats/message.ts'
import { updateMessage } from '#chatapp/chats/messages.ts'

/** What a person reads under an answer that a restart cut off. */
export const RESTARTED: MessageError = {
  message: 'The web chat was restarted before this answer was complete.',
  code: 'restarted',
}

/**
 * Mark the turns that an earlier run of this server left running as interrupted. Those of other servers on the same
 * store are theirs. Call before the first turn can start.
 *
 * @returns How many there were.
 */
export async function interruptLeftTurns(store: Store, runner: string): Promise<number> {
  const rows = await store.db
    .selectFrom('chatapp_messages')
    .selectAll()
    .where('state', '=', 'running')
    .execute()
  let count = 0
  for (const row of rows) {
    const message = messageOf(row)
    const { runner: ranBy, ...extra } = message.extra
    if (ranBy !== runner) continue
    await updateMessage(store.db, row.chat_id, {
      ...message,
      state: 'interrupted',
      extra: { ...extra, error: RESTARTED },
    })
    count++
  }
  return count
}
