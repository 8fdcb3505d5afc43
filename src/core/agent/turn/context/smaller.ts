import type { TurnMessage } from '#core/agent/model/model.ts'
import { conversationTokens } from './estimate.ts'
import { clipped, cutBefore, newestSteps, trimFileTexts, trimResults } from './shorten.ts'

export interface Shortened {
  system: readonly TurnMessage[]
  summary: string | null
  rest: readonly TurnMessage[]
}

const SHORT_SUMMARY_TOKENS = 150

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
  (form) => ({ ...form, rest: trimFileTexts(form.rest, 4000) }),
  (form) => ({ ...form, rest: trimFileTexts(form.rest, 500) }),
  (form) => ({ ...form, rest: trimResults(form.rest, 0, { head: 200, tail: 100 }) }),
  (form, tokens) => ({ ...form, rest: newestSteps(form.rest, tokens) }),
  (form) => ({ ...form, summary: form.summary && clipped(form.summary, SHORT_SUMMARY_TOKENS) }),
  (form) => ({ ...form, summary: null }),
]

const tokensOf = (form: Shortened): number => conversationTokens(messagesOf(form))

export const messagesOf = ({ system, summary, rest }: Shortened): readonly TurnMessage[] => [
  ...system,
  ...(summary === null ? [] : [summaryMessage(summary)]),
  ...rest,
]

const summaryMessage = (text: string): TurnMessage => ({
  role: 'user',
  parts: [
    { type: 'text', text: `[Summary of the conversation so far, whose messages no longer fit]\n${text}` },
  ],
})
