import { ModelFailure } from '#core/agent/model/model.ts'
import { WindowTooSmall } from './context/window-too-small.ts'
import { TurnRefused } from './turn-refused.ts'

/** Why work of the agent or of a tool failed: for everybody, and in words that may hold what it worked on. */
export interface ToldFailure {
  error: string
  /** For the turn's own person only; null without further detail. */
  detail: string | null
}

/** Classifies a failure without quoting it: a provider may repeat the prompt, a tool its input. */
export function toldFailure(error: unknown): ToldFailure {
  if (error instanceof TurnRefused) return { error: error.message, detail: null }
  const detail = error instanceof Error ? error.message : String(error)
  if (error instanceof WindowTooSmall) return { error: `The model failed: ${WINDOW_TOO_SMALL}.`, detail }
  if (error instanceof ModelFailure) return { error: `The model failed: ${OF_MODEL[error.code]}.`, detail }
  return { error: `It failed (${failureKind(error)}).`, detail }
}

/** The name of an error, such as `TypeError`: safe in a log. Some give it a text. */
export const failureKind = (error: unknown): string =>
  error instanceof Error && /^\w{1,64}$/.test(error.name) ? error.name : 'Error'

const WINDOW_TOO_SMALL = 'its context window is too small for the instructions and tools of the agent'

const OF_MODEL: Readonly<Record<ModelFailure['code'], string>> = {
  unauthorized: 'its provider refused the key',
  rate_limited: 'its provider takes no more requests at the moment',
  bad_request: 'its provider refused the request',
  too_long: 'the conversation is too long for it',
  unavailable: 'its provider can’t be reached or has trouble',
  timeout: 'its provider took too long',
  bad_answer: 'what its provider answered makes no sense',
}
