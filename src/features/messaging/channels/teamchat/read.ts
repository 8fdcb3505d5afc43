import { readButtonValue } from '../../buttons.ts'
import type { MediaReference } from '../../incoming.ts'
import type { IncomingEvent, IncomingConversation, IncomingMessage, MessageAuthor } from '../../incoming.ts'
import { conversationName, handlesOf, teamchatMessageName, msOf } from './names.ts'
import { findForwardedFiles, findForwardedMessage } from './forwarded.ts'
import { mentions, readTeamchatText } from './read-text.ts'
import { textOfBlocks } from './rich-text.ts'
import {
  ChangedEvent,
  DeletedEvent,
  MessageEvent,
  PressPayload,
  TeamchatPayload,
  ReactionEvent,
  type WrittenEvent,
} from './read-schema.ts'

export function readTeamchatEvent(body: unknown): readonly IncomingEvent[] {
  const press = PressPayload.safeParse(body)
  if (press.success) return [readPress(press.data)]
  const payload = TeamchatPayload.safeParse(body)
  if (!payload.success) return [ignored('not an event of team chat')]
  return [readEvent(payload.data)]
}

const ignored = (why: string): IncomingEvent => ({ kind: 'ignored', why })

const BY_PEOPLE: ReadonlySet<string> = new Set(['', 'file_share', 'thread_broadcast', 'me_message'])

function readEvent(payload: TeamchatPayload): IncomingEvent {
  const { type, subtype } = payload.event
  if (type === 'app_mention') return parsed(MessageEvent, payload, readMessage)
  if (type === 'reaction_added') return parsed(ReactionEvent, payload, readReaction)
  if (type !== 'message') return ignored(`an event of type ${type}`)
  if (subtype === 'message_changed') return parsed(ChangedEvent, payload, readChange)
  if (subtype === 'message_deleted') return parsed(DeletedEvent, payload, readDeletion)
  if (!BY_PEOPLE.has(subtype ?? '')) return ignored(`a message of kind ${subtype}`)
  return parsed(MessageEvent, payload, readMessage)
}

function parsed<T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
  payload: TeamchatPayload,
  read: (event: T, payload: TeamchatPayload) => IncomingEvent,
): IncomingEvent {
  const event = schema.safeParse(payload.event)
  return event.success
    ? read(event.data, payload)
    : ignored(`an event of type ${payload.event.type} in an unknown form`)
}

function readMessage(event: MessageEvent, payload: TeamchatPayload): IncomingEvent {
  const sender = senderOf(event, payload)
  if (typeof sender === 'string') return ignored(sender)
  const own = ownUserOf(payload)
  const conversation = conversationOf(event, event, payload)
  const isMentioned = payload.event.type === 'app_mention' || (own !== null && mentions(ownWords(event), own))
  return {
    kind: 'message',
    id: teamchatMessageName(event.channel, event.ts),
    conversation,
    sender,
    at: msOf(event.ts),
    text: textIn(event, own),
    media: mediaIn(event),
    replyTo:
      event.thread_ts && event.thread_ts !== event.ts
        ? teamchatMessageName(event.channel, event.thread_ts)
        : null,
    isAddressed: conversation.kind === 'private' || isMentioned,
  } satisfies IncomingMessage
}

function readChange(
  { message, previous_message: previous, ...event }: ChangedEvent,
  payload: TeamchatPayload,
): IncomingEvent {
  const conversation = conversationOf(event, message, payload)
  const id = teamchatMessageName(event.channel, message.ts)
  // When a message with replies is deleted, the provider replaces it with a tombstone.
  if (message.subtype === 'tombstone') return { kind: 'deleted', id, conversation: conversation.id }
  if (previous && ownWords(previous) === ownWords(message)) return ignored('a message whose text stayed')
  if (!BY_PEOPLE.has(message.subtype ?? '')) return ignored(`a message of kind ${message.subtype}`)
  const sender = senderOf(message, payload)
  if (typeof sender === 'string') return ignored(sender)
  return {
    kind: 'edited',
    id,
    conversation,
    sender,
    at: msOf(message.edited?.ts ?? event.event_ts ?? message.ts),
    text: textIn(message, ownUserOf(payload)),
  }
}

const readDeletion = (event: DeletedEvent, payload: TeamchatPayload): IncomingEvent => ({
  kind: 'deleted',
  id: teamchatMessageName(event.channel, event.deleted_ts),
  conversation: conversationOf(
    event,
    { ts: event.deleted_ts, thread_ts: event.previous_message?.thread_ts },
    payload,
  ).id,
})

const readReaction = ({ item, ...event }: ReactionEvent, payload: TeamchatPayload): IncomingEvent => {
  if (event.user === ownUserOf(payload)) return ignored('written by the bot itself')
  const id = teamchatMessageName(item.channel, item.ts)
  return {
    kind: 'reaction',
    id: `${id}/${event.user}/${event.reaction}`,
    conversation: conversationOf({ channel: item.channel }, { ts: item.ts }, payload),
    sender: { handles: handlesOf(payload.team_id, event.user), name: null },
    at: msOf(event.event_ts),
    of: id,
    emoji: event.reaction,
  }
}

function readPress({ team: { id: team }, user, container, actions: [action] }: PressPayload): IncomingEvent {
  const button = readButtonValue(action.value)
  if (button === null) return ignored('a button of another program')
  const { channel_id: channel, message_ts: ts, thread_ts: thread } = container
  return {
    kind: 'pressed',
    id: `${teamchatMessageName(channel, ts)}/${user.id}/${action.action_ts}`,
    conversation: conversationOf({ channel }, { ts, thread_ts: thread }, { team_id: team }),
    sender: { handles: handlesOf(user.team_id ?? team, user.id), name: user.name ?? null },
    at: msOf(action.action_ts),
    of: teamchatMessageName(channel, ts),
    button,
  }
}

function conversationOf(
  { channel, channel_type: type }: { channel: string; channel_type?: string | null | undefined },
  { ts, thread_ts: thread }: { ts: string; thread_ts?: string | null | undefined },
  { team_id: team }: Pick<TeamchatPayload, 'team_id'>,
): IncomingConversation {
  // A mention has no channel type. Ids of direct channels start with D.
  const isDirect = type ? type === 'im' || type === 'app_home' : channel.startsWith('D')
  return {
    id: conversationName({ team, channel, thread: thread ?? (isDirect ? null : ts) }),
    kind: isDirect ? 'private' : 'group',
    name: null,
  }
}

function senderOf(event: WrittenEvent, payload: TeamchatPayload): MessageAuthor | string {
  if (event.bot_id) return 'written by a program'
  if (!event.user) return 'nobody wrote it'
  if (event.user === ownUserOf(payload)) return 'written by the bot itself'
  const team = event.user_team ?? event.source_team ?? event.team ?? payload.team_id
  const profile = event.user_profile
  return {
    handles: handlesOf(team, event.user),
    name: profile?.display_name || profile?.real_name || profile?.name || null,
  }
}

const ownUserOf = ({ authorizations }: TeamchatPayload): string | null =>
  authorizations?.find(({ is_bot: isBot }) => isBot !== false)?.user_id ?? null

/** Some client programs send text only in blocks. */
const ownWords = ({ text, blocks }: WrittenEvent): string => text || textOfBlocks(blocks)

const textIn = (event: WrittenEvent, own: string | null): string =>
  [readTeamchatText(ownWords(event), own), ...findForwardedMessage(event.attachments ?? [])]
    .filter(Boolean)
    .join('\n\n')

const mediaIn = ({ files, attachments }: WrittenEvent): MediaReference[] =>
  [
    ...new Map(
      [...(files ?? []), ...findForwardedFiles(attachments ?? [])].map((file) => [file.id, file]),
    ).values(),
  ]
    .filter(({ mode }) => mode !== 'external' && mode !== 'tombstone' && mode !== 'hidden_by_limit')
    .map(({ id, name, title, filetype, mimetype, size }) => ({
      id,
      filename: name || title || `${id}.${filetype || 'bin'}`,
      contentType: mimetype || null,
      bytes: size ?? null,
    }))
