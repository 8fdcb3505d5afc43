import type { Transaction } from 'kysely'
import { orderedIdOf } from '#ground/base/ids.ts'
import type { ChannelName } from '#ground/hub/channels.ts'
import type { Tables } from '#ground/store/tables.ts'
import { languageOf } from '#ground/turn/language/language.ts'
import type { Channel } from '../channel.ts'
import { noticesIn } from '../notices/notices.ts'
import { readCallCard } from '../outbox/cards.ts'
import { enqueue } from '../outbox/outbox.ts'
import type { Decided } from './call.ts'

export interface ClosedCall {
  call: string
  decided: Decided
  at: number
}

/** Queues edits that replace the buttons of a call with the decision. Idempotent. */
export async function closeCards(
  tx: Transaction<Tables>,
  { write, buttons }: Pick<Channel, 'write' | 'buttons'>,
  to: { hub: string; channel: ChannelName; conversation: string },
  { call, decided, at }: ClosedCall,
  now: number,
): Promise<void> {
  if (!buttons?.edit) return
  const parts = await tx
    .selectFrom('outbox_parts')
    .innerJoin('outbox', 'outbox.id', 'outbox_parts.outbox_id')
    .leftJoin('messages', 'messages.id', 'outbox.message_id')
    .where('outbox.hub', '=', to.hub)
    .where('outbox.channel', '=', to.channel)
    .where('outbox.conversation', '=', to.conversation)
    .where('outbox_parts.card', 'like', `%${call}%`)
    .select([
      'outbox_parts.id',
      'outbox_parts.text',
      'outbox_parts.plain',
      'outbox_parts.card',
      'outbox.message_id',
      'messages.text as question',
    ])
    .execute()
  for (const part of parts) {
    if (readCallCard(part)?.call !== call) continue
    const id = orderedIdOf(at, `card ${part.id} ${decided}`)
    if (await tx.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst()) continue
    const [line] = write(noticesIn(languageOf(part.question ?? '')).call.decided[decided])
    const text = {
      text: `${part.text}\n\n${line!.text}`,
      plain: `${part.plain}\n\n${line!.plain}`,
      card: { edits: part.id },
    }
    const about = { replyTo: null, cause: 'edit', messageId: part.message_id, runId: null } as const
    await enqueue(tx, { id, ...to, ...about, texts: [text] }, now)
  }
}
