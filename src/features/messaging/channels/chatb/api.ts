import { parseLenient } from '#ground/base/json/lenient.ts'
import { z } from 'zod'
import type { Clock } from '#ground/base/clock.ts'
import { readAtMost, BodyTooLong } from '#ground/base/read-at-most.ts'
import { within } from '#ground/base/time-limit.ts'
import type { BotAccount } from './variables.ts'
import { isCertainlyNotSent, retryAfterMs } from '../failed-requests.ts'

/** The reasons do not contain the token, because administrators read them. */
export type ChatBResult =
  | { happened: 'done'; result: unknown }
  | {
      happened: 'refused'
      code: number
      description: string
      retryAfterMs: number | null
      migratedTo: number | null
    }
  /** The request certainly did not reach the provider. */
  | { happened: 'unreached'; reason: string; retryAfterMs: number | null }
  /** The request may have reached the provider, but no valid response arrived. */
  | { happened: 'broken'; reason: string }

/** Never throws. */
export interface Api {
  call(method: string, parameters: object, signal?: AbortSignal): Promise<ChatBResult>
}

export const TIMEOUT_MS = 30_000
const MAX_ANSWER_BYTES = 1024 * 1024

export function createApi({ base, token }: BotAccount, clock: Pick<Clock, 'now' | 'sleep'>): Api {
  return {
    async call(method, parameters, signal) {
      if (signal?.aborted) return { happened: 'unreached', reason: 'the Hub is stopping', retryAfterMs: 0 }
      try {
        return await within(clock, TIMEOUT_MS, async (late) => {
          const answer = await fetch(`${base}/bot${token}/${method}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(parameters),
            redirect: 'manual', // a redirect would disclose the token, which is in the address
            signal: signal ? AbortSignal.any([signal, late]) : late,
          })
          const text = answer.body ? await readAtMost(answer.body, MAX_ANSWER_BYTES) : ''
          return withoutToken(exchangeIn(answer, text, clock.now()), token)
        })
      } catch (error) {
        return chatBFailure(error)
      }
    },
  }
}

const ApiAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error_code: z.int(),
    description: z.string().default('no reason given'),
    parameters: z
      .object({ retry_after: z.number().optional(), migrate_to_chat_id: z.int().optional() })
      .optional(),
  }),
])

function exchangeIn({ status, headers }: Response, text: string, now: number): ChatBResult {
  const answer = ApiAnswer.safeParse(parseLenient(text)).data
  if (answer?.ok) return { happened: 'done', result: answer.result }
  const waitS = answer?.parameters?.retry_after
  const waitMs = waitS === undefined ? retryAfterMs(headers.get('retry-after'), now) : waitS * 1000
  if (answer) {
    const { error_code: code, description, parameters } = answer
    const migratedTo = parameters?.migrate_to_chat_id ?? null
    return { happened: 'refused', code, description, retryAfterMs: waitMs, migratedTo }
  }
  const reason = `what is at CHATB_API_BASE answered ${status}, and not as the provider does`
  // A proxy that returns one of these statuses has not forwarded the request.
  const isNo = (status >= 300 && status < 500) || status === 503
  return isNo ? { happened: 'unreached', reason, retryAfterMs: waitMs } : { happened: 'broken', reason }
}

const withoutToken = (exchange: ChatBResult, token: string): ChatBResult =>
  exchange.happened === 'refused'
    ? { ...exchange, description: exchange.description.replaceAll(token, '…') }
    : exchange

/** Reports the error's code, because its message may contain the address and thus the token. */
export function chatBFailure(error: unknown): Extract<ChatBResult, { happened: 'unreached' | 'broken' }> {
  if (error instanceof BodyTooLong) return { happened: 'broken', reason: `the provider ${error.message}` }
  const code = codeOf(error)
  return isCertainlyNotSent(code)
    ? { happened: 'unreached', reason: `the provider cannot be reached (${code})`, retryAfterMs: null }
    : { happened: 'broken', reason: `the connection to the provider broke (${code})` }
}

const codeOf = (error: unknown): string => {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: string }
  return typeof cause?.code === 'string' ? cause.code : (name ?? 'unknown')
}
