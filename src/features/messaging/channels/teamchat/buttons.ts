import type { ButtonSupport } from '../../channel.ts'
import type { TeamchatClient } from './client.ts'
import { parseThreadTarget } from './names.ts'
import { ofOne, standingAt, UNCHANGEABLE, update } from './stream.ts'
import { writeTeamchat } from './write.ts'

/** Limit of a section block. */
const MAX_TEXT_LENGTH = 3000

export const createTeamchatButtons = (client: TeamchatClient): ButtonSupport => ({
  maxTextLength: MAX_TEXT_LENGTH,
  async edit(message, id, signal) {
    const at = standingAt(message.to, id)
    if (!at) return { outcome: 'gone' }
    const called = await update(client, at, message, signal)
    if (called.ok) return { outcome: 'sent', id }
    return UNCHANGEABLE.has(called.code) ? { outcome: 'gone' } : ofOne(called)
  },
  /** An accepted press needs no acknowledgement, because the decision replaces the buttons in the message. */
  async acknowledge({ conversation, sender }, { text, isRefusal }, signal) {
    if (!isRefusal) return true
    const place = parseThreadTarget(conversation.id)
    const user = sender.handles.at(-1)
    if (!place || !user) return false
    const { channel, thread } = place
    const [written] = writeTeamchat(text)
    const fields = { channel, user, thread_ts: thread, text: written!.text }
    return (await client.call('chat.postEphemeral', fields, signal)).ok
  },
})
