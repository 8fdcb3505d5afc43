import type { Store } from '#ground/store/store.ts'
import type { ChannelSender, MessageAddress, SendOutcome } from '../channel.ts'
import { readEditCard } from '../outbox/cards.ts'
import { changePart, type MessagePart } from '../outbox/outbox.ts'
import { againIfUnknown } from './complete.ts'

/**
 * Replaces the text of a sent part. A message that was not sent, was deleted or cannot be edited stays as it is: the
 * edit then counts as sent, because its failure must not close the conversation.
 */
export async function editSentPart(
  { store, closeSignal }: { store: Pick<Store, 'db'>; closeSignal: AbortSignal },
  { buttons }: Pick<ChannelSender, 'buttons'>,
  part: MessagePart,
  to: MessageAddress,
): Promise<SendOutcome> {
  const target = await store.db
    .selectFrom('outbox_parts')
    .select(['id', 'provider_id'])
    .where('id', '=', readEditCard(part)?.edits ?? '')
    .executeTakeFirst()
  if (!target?.provider_id || !buttons?.edit) return { outcome: 'sent', id: '' }
  await changePart(store, part, { state: 'sending', attempts: part.attempts + 1 })
  const message = { id: target.id, text: part.text, plain: part.plain, to }
  const edited = againIfUnknown(await buttons.edit(message, target.provider_id, closeSignal))
  return edited.outcome === 'later' ? edited : { outcome: 'sent', id: '' }
}
