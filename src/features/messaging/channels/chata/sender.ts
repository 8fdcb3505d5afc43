import type { MessageAuthor } from '../../incoming.ts'
import type { Contact, ChatAMessage } from './schema.ts'

export function senderOf(message: ChatAMessage, contacts: readonly Contact[]): MessageAuthor | null {
  const { from, user_id, from_user_id, from_parent_user_id } = message
  const own = present([from, from_user_id, user_id, from_parent_user_id])
  const contact =
    own.length === 0 && contacts.length === 1
      ? contacts[0]
      : contacts.find(({ wa_id, user_id, parent_user_id }) =>
          present([wa_id, user_id, parent_user_id]).some((handle) => own.includes(handle)),
        )
  // The phone number must be the first handle, because the first handle identifies the conversation.
  const [first, ...others] = new Set(
    present([
      from,
      contact?.wa_id,
      from_user_id,
      user_id,
      contact?.user_id,
      from_parent_user_id,
      contact?.parent_user_id,
    ]),
  )
  if (first === undefined) return null
  return { handles: [first, ...others], name: contact?.profile?.name ?? contact?.profile?.username ?? null }
}

const present = (handles: readonly (string | undefined)[]): readonly string[] =>
  handles.filter((handle) => handle !== undefined)
