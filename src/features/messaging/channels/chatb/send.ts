import type { MessageAddress, OutgoingButton, OutgoingMessage, SendOutcome } from '../../channel.ts'
import type { Api } from './api.ts'
import { messageIn, parseChatBTarget, type ChatBTarget } from './names.ts'
import { isMarkupRefused, chatBOutcome } from './outcome.ts'
import type { ChatBPace, SendTurn } from './pace.ts'

/** Never throws. */
export async function sendChatBMessage(
  { api, pace }: { api: Api; pace: ChatBPace },
  { to, text, plain, buttons }: OutgoingMessage,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const place = parseChatBTarget(to.conversation)
  if (place === null)
    return { outcome: 'failed', reason: `${to.conversation} is no conversation of Telegram (chat-b)` }
  const turn = await turnIn(pace, place, signal)
  if (turn === null)
    return { outcome: 'later', afterMs: 0, reason: 'the Hub is stopping', of: 'conversation' }
  if (!turn.isNow)
    return { outcome: 'later', afterMs: turn.afterMs, reason: 'the provider’s limits', of: turn.of }
  const where = { ...parametersFor(place, to), ...(buttons?.length && { reply_markup: keyboardOf(buttons) }) }
  const exchange = await api.call('sendMessage', { ...where, text, parse_mode: 'MarkdownV2' }, signal)
  if (!isMarkupRefused(exchange)) return chatBOutcome(exchange)
  return chatBOutcome(await api.call('sendMessage', { ...where, text: plain }, signal))
}

const keyboardOf = (buttons: readonly OutgoingButton[]) => ({
  inline_keyboard: [buttons.map(({ label, value }) => ({ text: label, callback_data: value }))],
})

export const turnIn = (
  pace: ChatBPace,
  { chat }: ChatBTarget,
  signal: AbortSignal,
): Promise<SendTurn | null> =>
  pace.turn(chat, signal).catch((error: unknown) => {
    if (signal.aborted) return null
    throw error
  })

/** To build a preview, the provider would fetch a link even if it is meant for one person. */
export const NO_LINK_PREVIEWS = { link_preview_options: { is_disabled: true } }

function parametersFor({ chat, topic }: ChatBTarget, { replyTo }: MessageAddress): object {
  const answered = replyTo === null ? null : messageIn(chat, replyTo)
  return {
    chat_id: chat,
    ...(topic !== null && { message_thread_id: topic }),
    ...(answered !== null && {
      reply_parameters: { message_id: answered, allow_sending_without_reply: true },
    }),
    ...NO_LINK_PREVIEWS,
  }
}
