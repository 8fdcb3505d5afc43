import type { Clock } from '#ground/base/clock.ts'
import type { Channel } from '../../channel.ts'
import { writer } from '../../text/writer.ts'
import { createChatAClient } from './client.ts'
import { MAX_BUTTONS_TEXT_LENGTH, MAX_TEXT_LENGTH, MARKUP } from './markup.ts'
import { locateChatA } from './locate.ts'
import { fetchChatAMedia } from './media.ts'
import { readDelivery } from './read.ts'
import { createSender } from './send.ts'

export interface ChataSettings {
  base: string
  token: string
  phoneNumberId: string
  clock: Pick<Clock, 'now' | 'sleep'>
}

export function openChata({ base: written, token, phoneNumberId, clock }: ChataSettings): Channel {
  const base = written.replace(/\/+$/, '')
  const client = createChatAClient({ base, token, clock })
  const closed = new AbortController()
  const untilClosed = (signal: AbortSignal) => AbortSignal.any([signal, closed.signal])
  const sender = createSender(client)
  return {
    read: async (body) => readDelivery(body, phoneNumberId),
    write: writer(MARKUP, MAX_TEXT_LENGTH),
    send: (message, signal) => sender.send(message, untilClosed(signal)),
    buttons: {
      maxTextLength: MAX_BUTTONS_TEXT_LENGTH,
      /** The provider cannot show a text to the presser only, so a refusal becomes a message. */
      async acknowledge({ id, conversation }, { isRefusal }, signal) {
        await sender.acknowledge({ conversation: conversation.id, replyTo: null }, id, untilClosed(signal))
        return !isRefusal
      },
    },
    acknowledge: (to, messageId, signal) => sender.acknowledge(to, messageId, untilClosed(signal)),
    fetchMedia: (media, signal) =>
      fetchChatAMedia({ client, base, phoneNumberId }, media, untilClosed(signal)),
    locate: async (to) => locateChatA(to, phoneNumberId),
    windowMs: 24 * 60 * 60_000,
    async [Symbol.asyncDispose]() {
      closed.abort()
    },
  }
}
