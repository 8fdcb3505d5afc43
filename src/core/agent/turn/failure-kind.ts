import type { Localized } from '#ground/turn/language/language.ts'
import { sentencesIn } from '#ground/turn/language/sentences.ts'
import { ModelFailure } from '#core/agent/model/model.ts'
import { WindowTooSmall } from './context/window-too-small.ts'
import { TurnRefused } from './turn-refused.ts'

/** Why work of the agent or of a tool failed: for everybody, and in words that may hold what it worked on. */
export interface ExplainedFailure {
  error: string
  /** For the turn's own person only; null without further detail. */
  detail: string | null
}

/** Classifies a failure without quoting it: a provider may repeat the prompt, a tool its input. */
export function explainFailure(error: unknown): ExplainedFailure {
  const isRefusal = error instanceof TurnRefused
  const detail = isRefusal ? null : error instanceof Error ? error.message : String(error)
  return { error: failureWords(error)('en'), detail }
}

/** The failure for everybody, in the person's language. */
export function failureWords(error: unknown): Localized {
  if (error instanceof TurnRefused) return error.words
  if (error instanceof ModelFailure) {
    const code = error instanceof WindowTooSmall ? 'window_too_small' : error.code
    return (language) => sentencesIn(language).modelFailed[code]
  }
  return (language) => sentencesIn(language).failed(failureKind(error))
}

/** The name of an error, such as `TypeError`: safe in a log. Some give it a text. */
export const failureKind = (error: unknown): string =>
  error instanceof Error && /^\w{1,64}$/.test(error.name) ? error.name : 'Error'
