import type { ButtonSupport, Completion, OutgoingMessage } from '../../channel.ts'
import type { Api, ChatBResult } from './api.ts'
import { buttonIn, parseMessageName } from './names.ts'
import { chatBOutcome, isMarkupRefused } from './outcome.ts'
import type { ChatBPace } from './pace.ts'
import { NO_LINK_PREVIEWS, turnIn } from './send.ts'

/** The provider allows 4,096 characters. The rest is for the decision, which an edit appends. */
const MAX_TEXT_LENGTH = 3800
const MAX_NOTICE_LENGTH = 200

/** Inline keyboards. Source: Bot API, "InlineKeyboardButton", "editMessageText", "answerCallbackQuery". */
export function createChatBButtons({ api, pace }: { api: Api; pace: ChatBPace }): ButtonSupport {
  return {
    maxTextLength: MAX_TEXT_LENGTH,
    async edit({ text, plain }: OutgoingMessage, id, signal) {
      const target = parseMessageName(id)
      if (target === null) return { outcome: 'gone' }
      const turn = await turnIn(pace, { chat: target.chat, topic: null }, signal)
      if (!turn?.isNow) {
        const { afterMs, of } = turn ?? { afterMs: 0, of: 'conversation' as const }
        return { outcome: 'later', afterMs, reason: 'the provider’s limits', of }
      }
      // Without `reply_markup`, the provider removes the keyboard.
      const where = { chat_id: target.chat, message_id: target.message, ...NO_LINK_PREVIEWS }
      const marked = { ...where, text, parse_mode: 'MarkdownV2' }
      const exchange = await api.call('editMessageText', marked, signal)
      if (!isMarkupRefused(exchange)) return editOutcome(exchange, id)
      return editOutcome(await api.call('editMessageText', { ...where, text: plain }, signal), id)
    },
    async acknowledge({ id }, { text, isRefusal }, signal) {
      const query = buttonIn(id)
      if (query === null) return false
      const exchange = await api.call(
        'answerCallbackQuery',
        { callback_query_id: query, text: text.slice(0, MAX_NOTICE_LENGTH), show_alert: isRefusal },
        signal,
      )
      return exchange.happened === 'done'
    },
  }
}

function editOutcome(exchange: ChatBResult, id: string): Completion {
  if (exchange.happened === 'refused' && exchange.code === 400) {
    if (/message is not modified/i.test(exchange.description)) return { outcome: 'sent', id }
    if (UNCHANGEABLE.test(exchange.description)) return { outcome: 'gone' }
  }
  return chatBOutcome(exchange)
}

const UNCHANGEABLE = /message to edit not found|message can't be edited|MESSAGE_ID_INVALID/i
