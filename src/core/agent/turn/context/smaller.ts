import type { Message } from '#core/agent/model/model.ts'
import { conversationTokens } from './estimate.ts'
import { clipped, cutBefore, newestSteps, trimResults } from './shorten.ts'

/** A conversation whose oldest messages are replaced by a summary, or left out. */
export interface Shortened {
  system: readonly Message[]
  /** Null where there is none. */
  summary: string | null
  /** The messages after those. */
  rest: readonly Message[]
}

const SHORT_SUMMARY_TOKENS = 150

/**
 * Cuts a conversation further until it fits: drops the older kept messages, cuts tool results twice, drops
 * the older steps of the newest answer, cuts the summary and finally drops it.
 *
 * @returns The first form that fits; the smallest, if none does.
 */
export function smaller(whole: Shortened, room: number): Shortened {
  let form = whole
  for (const step of STEPS) {
    if (tokensOf(form) <= room) return form
    const next = step(form, room - tokensOf({ ...form, rest: [] }))
    if (tokensOf(next) < tokensOf(form)) form = next
  }
  return form
}

const STEPS: readonly ((form: Shortened, tokensForRest: number) => Shortened)[] = [
  (form, tokens) => ({ ...form, rest: form.rest.slice(cutBefore(form.rest, tokens)) }),
  (form) => ({ ...form, rest: trimResults(form.rest, 0) }),
  (form) => ({ ...form, rest: trimResults(form.rest, 0, { head: 200, tail: 100 }) }),
  (form, tokens) => ({ ...form, rest: newestSteps(form.rest, tokens) }),
  (form) => ({ ...form, summary: form.summary && clipped(form.summary, SHORT_SUMMARY_TOKENS) }),
  (form) => ({ ...form, summary: null }),
]

const tokensOf = (form: Shortened): number => conversationTokens(messagesOf(form))

/** The conversation as a model reads it. */
export const messagesOf = ({ system, summary, rest }: Shortened): readonly Message[] => [
  ...system,
  ...(summary === null ? [] : [summaryMessage(summary)]),
  ...rest,
]

const summaryMessage = (text: string): Message => ({
  role: 'user',
  parts: [
    { type: 'text', text: `[Summary of the conversation so far, whose messages no longer fit]\n${text}` },
  ],
})
