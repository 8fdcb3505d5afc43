import type { Localized } from '#ground/turn/language/language.ts'
import { sentencesIn } from '#ground/turn/language/sentences.ts'
import { ModelFailure } from '#core/agent/model/model.ts'
import { WindowTooSmall } from './context/window-too-small.ts'
import { TurnRefused } from './turn-refused.ts'

/** `error` is safe for all readers; `detail` may quote the prompt or input. */
export interface ExplainedFailure {
  error: string
  /** Shown only to the person for whom the turn runs; null if `error` is the whole explanation. */
  detail: string | null
}

/** Classifies a failure without quoting it, because a provider may repeat the prompt, and a tool its input. */
export function explainFailure(error: unknown): ExplainedFailure {
  const isRefusal = error instanceof TurnRefused
  const detail = isRefusal ? null : error instanceof Error ? error.message : String(error)
  return { error: failureWords(error)('en'), detail }
}

export function failureWords(error: unknown): Localized {
  if (error instanceof TurnRefused) return error.words
  if (error instanceof ModelFailure) {
    const code = error instanceof WindowTooSmall ? 'window_too_small' : error.code
    return (language) => sentencesIn(language).modelFailed[code]
  }
  return (language) => sentencesIn(language).failed(failureKind(error))
}

/** Name of an error, such as `TypeError`, that is safe to log. Some errors have a sentence as their name. */
export const failureKind = (error: unknown): string =>
  error instanceof Error && /^\w{1,64}$/.test(error.name) ? error.name : 'Error'
