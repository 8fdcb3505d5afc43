import type { Conversation, KeptMessage } from './teamchat-history.ts'
import type { Asked } from './teamchat-methods.ts'

type Said = { ok: boolean; error?: string; [field: string]: unknown }

export interface StreamWorld {
  conversations: ReadonlyMap<string, Conversation>
  keep(message: { channel: string; text: string; [field: string]: unknown }): KeptMessage
}

export function createStreams({ conversations, keep }: StreamWorld) {
  const find = ({ channel, ts }: { channel: string; ts: string }): KeptMessage | undefined =>
    conversations.get(channel)?.messages.find((message) => message.ts === ts && message.bot_id !== undefined)
  const failed = (error: string): Said => ({ ok: false, error })
  const added = ({ markdown_text: text, chunks }: Asked<'chat.appendStream'>): string =>
    text ?? (chunks ?? []).map((chunk) => chunk.text).join('')

  return {
    'chat.startStream': ({
      channel,
      thread_ts: thread,
      recipient_user_id: user,
      recipient_team_id: team,
      ...said
    }: Asked<'chat.startStream'>): Said => {
      const conversation = conversations.get(channel)
      if (!conversation) return failed('channel_not_found')
      if (conversation.type !== 'im' && !team) return failed('missing_recipient_team_id')
      if (conversation.type !== 'im' && !user) return failed('missing_recipient_user_id')
      const text = added({ channel, ts: thread, ...said })
      const { ts } = keep({ channel, text, thread_ts: thread, streaming_state: 'in_progress' })
      return { ok: true, channel, ts }
    },
    'chat.appendStream': (asked: Asked<'chat.appendStream'>): Said => {
      const message = find(asked)
      if (!message) return failed('message_not_found')
      if (message['streaming_state'] !== 'in_progress') return failed(SEALED)
      if (added(asked) === '') return failed('no_text')
      message.text += added(asked)
      return { ok: true, channel: asked.channel, ts: asked.ts }
    },
    'chat.stopStream': ({ metadata, ...asked }: Asked<'chat.stopStream'>): Said => {
      const message = find(asked)
      if (!message) return failed('message_not_found')
      if (message['streaming_state'] !== 'in_progress') return failed(SEALED)
      const text = message.text + added(asked)
      Object.assign(message, {
        text,
        metadata,
        streaming_state: 'completed',
        blocks: [{ type: 'markdown', text }],
      })
      return { ok: true, channel: asked.channel, ts: asked.ts, message }
    },
    'chat.update': ({ channel, ts, text, blocks, metadata }: Asked<'chat.update'>): Said => {
      const message = find({ channel, ts })
      if (!message) return failed('message_not_found')
      if (message['streaming_state'] === 'in_progress') return failed('streaming_state_conflict')
      if (text.length > 40_000) return failed('msg_too_long')
      // Blocks stay visible unless the update replaces them.
      Object.assign(message, {
        text,
        edited: { ts },
        ...(blocks && { blocks }),
        ...(metadata && { metadata }),
      })
      return { ok: true, channel, ts, text, message }
    },
    'chat.delete': ({ channel, ts }: Asked<'chat.delete'>): Said => {
      const message = find({ channel, ts })
      if (!message) return failed('message_not_found')
      const { messages } = conversations.get(channel)!
      messages.splice(messages.indexOf(message), 1)
      return { ok: true, channel, ts }
    },
    /** The provider ends each stream some minutes after its start. */
    sealAll() {
      for (const { messages } of conversations.values())
        for (const message of messages)
          if (message['streaming_state'] === 'in_progress') message['streaming_state'] = 'errored'
    },
  }
}

const SEALED = 'message_not_in_streaming_state'

export const seen = ({ text, blocks }: KeptMessage): string =>
  Array.isArray(blocks) && blocks.length > 0 ? (blocks as { text: string }[])[0]!.text : text
