import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { MessageTables } from '#ground/store/message-tables.ts'
import { isChannel, type ChannelName } from '#ground/hub/channels.ts'
import { ChannelMessageState } from './schema.ts'

const Media = z.array(
  z.object({
    id: z.string(),
    filename: z.string(),
    contentType: z.string().nullable(),
    bytes: z.number().nullable(),
  }),
)

export interface ChannelMessage {
  id: string
  hub: string
  channel: ChannelName
  key: string
  conversation: string
  arrival: string
  handles: readonly [string, ...string[]]
  senderName: string | null
  email: string | null
  text: string
  media: z.infer<typeof Media>
  replyTo: string | null
  isAddressed: boolean
  receivedAt: number
  state: ChannelMessageState
  reason: string | null
  attempts: number
  chat: number | null
  answer: string | null
  writtenAt: number
  album: string | null
  /** Id of the earlier message that this message continues, otherwise null. One answer covers both messages. */
  joinedTo: string | null
  /** Increases with each edit and with each message that joins this message. */
  revision: number
  isStopAsked: boolean
}

export function readChannelMessage(row: Selectable<MessageTables['messages']>): ChannelMessage {
  if (!isChannel(row.channel)) throw new Error(`a stored message has the unknown channel ${row.channel}`)
  return {
    id: row.id,
    hub: row.hub,
    channel: row.channel,
    key: row.key,
    conversation: row.conversation,
    arrival: row.arrival,
    handles: messageHandles(row),
    senderName: row.sender_name,
    email: row.email,
    text: row.text,
    media: Media.parse(JSON.parse(row.media)),
    replyTo: row.reply_to,
    isAddressed: row.is_addressed === 1,
    receivedAt: row.received_at_ms,
    state: ChannelMessageState.parse(row.state),
    reason: row.reason,
    attempts: row.attempts,
    chat: row.chat,
    answer: row.answer,
    writtenAt: row.written_at_ms,
    album: row.album,
    joinedTo: row.joined_to,
    revision: row.revision ?? 0,
    isStopAsked: row.stop_asked_at_ms !== null,
  }
}

const Handles = z.tuple([z.string()], z.string())

export const messageHandles = ({ handles }: { handles: string }): readonly [string, ...string[]] =>
  Handles.parse(JSON.parse(handles))
