import { z } from 'zod'
import type { SendOutcome } from '../../channel.ts'
import type { ChatBResult } from './api.ts'
import { chatBConversation, chatBMessageName } from './names.ts'

const RETRY_DELAY_MS = 30_000
const OTHER_TOKEN_MS = 10 * 60_000

export function chatBOutcome(exchange: ChatBResult): SendOutcome {
  switch (exchange.happened) {
    case 'done':
      return sent(exchange.result)
    case 'unreached': {
      const { reason, retryAfterMs } = exchange
      return { outcome: 'later', afterMs: retryAfterMs ?? RETRY_DELAY_MS, reason, of: 'channel' }
    }
    case 'broken':
      return { outcome: 'unknown', reason: exchange.reason }
    case 'refused':
      return refusedBecause(exchange)
  }
}

const Sent = z.object({ message_id: z.int(), chat: z.object({ id: z.int() }) })

function sent(result: unknown): SendOutcome {
  const message = Sent.safeParse(result).data
  return message
    ? { outcome: 'sent', id: chatBMessageName(message.chat.id, message.message_id) }
    : { outcome: 'unknown', reason: 'the provider sent an unexpected answer' }
}

function refusedBecause({
  code,
  description,
  retryAfterMs,
  migratedTo,
}: Extract<ChatBResult, { happened: 'refused' }>): SendOutcome {
  const reason = `${code} ${description}`
  if (migratedTo !== null)
    return { outcome: 'moved', conversation: chatBConversation({ chat: migratedTo, topic: null }) }
  // The API returns 404 for a malformed token.
  if (code === 401 || code === 404)
    return {
      outcome: 'later',
      afterMs: OTHER_TOKEN_MS,
      reason: `CHATB_BOT_TOKEN is not taken: ${reason}`,
      of: 'channel',
    }
  if (code === 429 || code === 503)
    return { outcome: 'later', afterMs: retryAfterMs ?? RETRY_DELAY_MS, reason, of: 'conversation' }
  if (code >= 500) return { outcome: 'unknown', reason } // the message may have been sent before the error
  return { outcome: code === 403 || TAKES_NOTHING.test(description) ? 'closed' : 'failed', reason }
}

/** The provider has no codes for these errors, only texts. */
const TAKES_NOTHING =
  /chat not found|user not found|user is deactivated|not enough rights|have no rights|need administrator rights|message thread not found|CHAT_(WRITE_FORBIDDEN|RESTRICTED|SEND_PLAIN_FORBIDDEN)|TOPIC_(CLOSED|DELETED)|PEER_ID_INVALID|USER_IS_BLOCKED|INPUT_USER_DEACTIVATED/i

export const isMarkupRefused = (exchange: ChatBResult): boolean =>
  exchange.happened === 'refused' &&
  exchange.code === 400 &&
  /can't parse entities/i.test(exchange.description)
