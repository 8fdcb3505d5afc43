import type { z } from 'zod'
import type { IncomingEvent, IncomingConversation } from '../../incoming.ts'
import { forwarded } from '../../text/quoted-text.ts'
import { chatAContent, pressedButton } from './content.ts'
import { conversationId } from './conversation.ts'
import { explained } from './error-reason.ts'
import * as schema from './schema.ts'
import { senderOf } from './sender.ts'

/** Never throws. Ignores messages to numbers of the account other than `phoneNumberId`. */
export function readDelivery(body: unknown, phoneNumberId: string): readonly IncomingEvent[] {
  const delivery = schema.DeliveryBody.safeParse(body)
  if (!delivery.success) return [ignored('a delivery of another kind')]
  const events = each(delivery.data.entry, schema.DeliveryEntry, 'entry', ({ changes }) =>
    each(changes, schema.Change, 'change', (change) => readChange(change, phoneNumberId)),
  )
  return events.length > 0 ? events : [ignored('a delivery that holds nothing')]
}

const ignored = (why: string): IncomingEvent => ({ kind: 'ignored', why })

const each = <S extends z.ZodType>(
  some: readonly unknown[],
  shape: S,
  what: string,
  read: (one: z.infer<S>) => readonly IncomingEvent[],
): readonly IncomingEvent[] =>
  some.flatMap((one) => {
    const parsed = shape.safeParse(one)
    return parsed.success ? read(parsed.data) : ignored(`malformed: ${what}`)
  })

interface Around {
  phoneNumberId: string
  ownNumber: string | undefined
  contacts: readonly schema.Contact[]
}

function readChange({ field, value }: schema.Change, phoneNumberId: string): readonly IncomingEvent[] {
  if (field !== 'messages') return [ignored(`a change of ${field}`)]
  const parsed = schema.ChangeValue.safeParse(value)
  if (!parsed.success) return [ignored('malformed: value of a change')]
  const { metadata, contacts, messages, statuses, errors } = parsed.data
  if (metadata.phone_number_id !== phoneNumberId) return [ignored('meant for another number')]
  const around = {
    phoneNumberId,
    ownNumber: metadata.display_phone_number,
    contacts: contacts.flatMap((contact) => schema.Contact.safeParse(contact).data ?? []),
  }
  return [
    ...each(messages, schema.ChatAMessage, 'message', (message) => readMessage(message, around)),
    ...each(statuses, schema.Status, 'status', (status) => [readStatus(status)]),
    ...each(errors, schema.ProviderError, 'error', (error) => [
      ignored(`the provider reports: ${explained(error)}`),
    ]),
  ]
}

function readMessage(message: schema.ChatAMessage, around: Around): readonly IncomingEvent[] {
  if (message.type === 'system') return readSystem(message, around)
  const sender = senderOf(message, around.contacts)
  if (!sender) return [ignored('a message that tells neither number nor id of its sender')]
  const conversation = conversationWith(sender, message, around)
  const written = { id: message.id, conversation, sender, at: message.timestamp }
  const { type, context } = message
  const button = pressedButton(message)
  if (button) return [{ ...written, kind: 'pressed', of: context?.id ?? null, button }]

  if (type === 'reaction') {
    const { data } = schema.Reaction.safeParse(message['reaction'])
    // A reaction without an emoji removes the earlier reaction.
    if (data) return [{ ...written, kind: 'reaction', of: data.message_id, emoji: data.emoji ?? '' }]
  } else if (type === 'edit') {
    const { data } = schema.Edit.safeParse(message['edit'])
    const content = data && chatAContent(data.message)
    if (content) return [{ ...written, kind: 'edited', id: data.original_message_id, text: content.text }]
  } else if (type === 'revoke') {
    const { data } = schema.Revoke.safeParse(message['revoke'])
    if (data) return [{ kind: 'deleted', id: data.original_message_id, conversation: conversation.id }]
  } else {
    const content = chatAContent(message)
    const isForwarded = context?.forwarded === true || context?.frequently_forwarded === true
    const isAddressed = conversation.kind === 'private' || isNumber(context?.from, around.ownNumber)
    if (content)
      return [
        {
          ...written,
          kind: 'message',
          media: content.media,
          text: isForwarded ? forwarded(content.text || '(a file)', null) : content.text,
          replyTo: context?.id ?? null,
          isAddressed,
        },
      ]
  }
  return [ignored(`a message of a type that is not read: ${type}`)]
}

const conversationWith = (
  sender: { handles: readonly [string, ...string[]]; name: string | null },
  { group_id: group }: schema.ChatAMessage,
  { phoneNumberId }: Around,
): IncomingConversation =>
  group === undefined
    ? {
        id: conversationId({ phoneNumberId, kind: 'person', peer: sender.handles[0] }),
        kind: 'private',
        name: sender.name,
      }
    : { id: conversationId({ phoneNumberId, kind: 'group', peer: group }), kind: 'group', name: null }

const isNumber = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a.replaceAll(/\D/g, '') === b.replaceAll(/\D/g, '')

function readSystem(message: schema.ChatAMessage, { phoneNumberId }: Around): readonly IncomingEvent[] {
  const { data } = schema.System.safeParse(message['system'])
  if (!data || !CHANGES.has(data.type))
    return [ignored(`a notice of the provider: ${data?.type ?? 'malformed'}`)]
  const now = data.wa_id ?? data.new_wa_id ?? data.user_id ?? data.parent_user_id
  const before = new Set([message.from, data.previous_user_id, data.previous_parent_user_id])
  const named = (peer: string) => conversationId({ phoneNumberId, kind: 'person', peer })
  const moved = [...before].flatMap((peer): readonly IncomingEvent[] =>
    peer === undefined || now === undefined || peer === now
      ? []
      : [{ kind: 'moved', from: named(peer), to: named(now) }],
  )
  return moved.length > 0 ? moved : [ignored('a change of number that tells no new one')]
}

const CHANGES = new Set(['user_changed_number', 'customer_changed_number', 'user_changed_user_id'])

function readStatus({
  id,
  status,
  timestamp,
  biz_opaque_callback_data: ours,
  errors,
}: schema.Status): IncomingEvent {
  const state = Object.hasOwn(STATES, status) ? STATES[status] : undefined
  if (!state) return ignored(`a status that is not followed: ${status}`)
  const reasons = errors.flatMap((error) => {
    const { data } = schema.ProviderError.safeParse(error)
    return data ? explained(data) : []
  })
  const reason = state === 'failed' ? reasons.join('; ') || 'the provider gives no reason' : null
  return { kind: 'status', id, ours: ours ?? null, state, reason, at: timestamp }
}

const STATES: Readonly<Record<string, 'sent' | 'delivered' | 'read' | 'failed'>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
}
