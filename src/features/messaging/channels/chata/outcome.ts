import { z } from 'zod'
import type { SendOutcome } from '../../channel.ts'
import type { ChatAReply } from './client.ts'
import { explained } from './error-reason.ts'
import { ProviderError } from './schema.ts'
import type { Waits } from './waits.ts'

export interface OutcomeDeps {
  channelWaits: Waits
  /**
   * Delays before retries in one conversation. Each is four times as long as the previous one, as the provider
   * requires.
   */
  conversationWaits: Waits
}

const ADMIN_FIX_RETRY_DELAY_MS = 5 * 60_000

const Sent = z.object({ messages: z.tuple([z.object({ id: z.string().min(1) })], z.unknown()) })
const Refused = z.object({ error: ProviderError })

export function chatAOutcome(reply: ChatAReply, conversation: string, waits: OutcomeDeps): SendOutcome {
  const { channelWaits, conversationWaits } = waits
  if (reply.kind === 'lost') return { outcome: 'unknown', reason: reply.reason }
  if (reply.kind === 'unsent') return later('channel', channelWaits.next(CHANNEL), reply.reason)
  const sent = reply.status < 300 ? Sent.safeParse(reply.body).data : undefined
  if (sent) {
    channelWaits.reset(CHANNEL)
    conversationWaits.reset(conversation)
    return { outcome: 'sent', id: sent.messages[0].id }
  }
  const refused = Refused.safeParse(reply.body).data
  return refused
    ? byCode(refused.error, conversation, waits, reply.retryAfterMs)
    : byStatus(reply.status, channelWaits, reply.retryAfterMs)
}

const CHANNEL = 'channel'

const later = (of: 'conversation' | 'channel', afterMs: number, reason: string): SendOutcome => ({
  outcome: 'later',
  of,
  afterMs,
  reason,
})

/** Source: the provider's page "Error codes". */
function byCode(
  error: ProviderError,
  conversation: string,
  { channelWaits, conversationWaits }: OutcomeDeps,
  retryAfterMs: number | null,
): SendOutcome {
  const { code = -1, error_subcode: subcode } = error
  // These two reasons must not quote the provider's message, because it may contain the token.
  if (BAD_TOKEN.has(code)) return later('channel', ADMIN_FIX_RETRY_DELAY_MS, TOKEN_INVALID)
  if (NOT_ALLOWED.has(code) || (code >= 200 && code < 300))
    return later('channel', ADMIN_FIX_RETRY_DELAY_MS, TOKEN_WEAK)
  const reason = explained(error)
  if (WRONG_NUMBER.has(code) || (code === 100 && subcode === 33))
    return later('channel', ADMIN_FIX_RETRY_DELAY_MS, `CHATA_PHONE_NUMBER_ID can’t be sent from: ${reason}`)
  if (OF_THE_ACCOUNT.has(code))
    return later('channel', ADMIN_FIX_RETRY_DELAY_MS, `the account may not send: ${reason}`)
  if (RATE_LIMITED.has(code) || TEMPORARY_ERRORS.has(code))
    return later('channel', retryAfterMs ?? channelWaits.next(CHANNEL), reason)
  if (code === CONVERSATION_RATE_LIMITED)
    return later('conversation', retryAfterMs ?? conversationWaits.next(conversation), reason)
  if (code === NOT_SENT) return later('conversation', conversationWaits.next(conversation), reason)
  if (code === WINDOW_CLOSED) return { outcome: 'closed', reason }
  if (code === OUTCOME_UNKNOWN) return { outcome: 'unknown', reason }
  return { outcome: 'failed', reason }
}

const TOKEN_INVALID = 'CHATA_ACCESS_TOKEN is not valid (any more); put a new one into the Hub’s .env'
const TOKEN_WEAK =
  'CHATA_ACCESS_TOKEN may not send messages; docs/messaging/chata.md lists the permissions it needs'

const BAD_TOKEN = new Set([0, 102, 190, 463, 467])
const NOT_ALLOWED = new Set([3, 10, 131005])
/** The Hub's phone number is not registered or not verified. */
const WRONG_NUMBER = new Set([131045, 133010])
/** The account is locked because of a payment or policy problem. */
const OF_THE_ACCOUNT = new Set([368, 131031, 131037, 131042])
const RATE_LIMITED = new Set([4, 80007, 130429, 131048, 133016])
const TEMPORARY_ERRORS = new Set([2, 131016, 131057, 133004])
const CONVERSATION_RATE_LIMITED = 131056
const NOT_SENT = 131000
const WINDOW_CLOSED = 131047
const OUTCOME_UNKNOWN = 1

function byStatus(status: number, channelWaits: Waits, retryAfterMs: number | null): SendOutcome {
  const reason = `answered with ${status} and nothing that can be read`
  if (status === 401 || status === 403) return later('channel', ADMIN_FIX_RETRY_DELAY_MS, TOKEN_INVALID)
  if (status === 404 || (status >= 300 && status < 400))
    return later(
      'channel',
      ADMIN_FIX_RETRY_DELAY_MS,
      `CHATA_API_BASE is not the address of the API: ${reason}`,
    )
  if (status === 429 || (status === 503 && retryAfterMs !== null))
    return later('channel', retryAfterMs ?? channelWaits.next(CHANNEL), reason)
  if (status < 300 || status === 408 || status >= 500) return { outcome: 'unknown', reason }
  return { outcome: 'failed', reason }
}
