import type { Localized } from '#ground/turn/language/language.ts'

/** Minimum needs of a turn's next step. */
export interface Needs {
  tokens: number
  costMicroUsd: number
}

/** A turn that may not begin or continue, for a reason to report to the caller. */
export class TurnRefused extends Error {
  readonly code:
    | 'budget_exhausted'
    | 'budget_unavailable'
    | 'model_unpriced'
    | 'loop_detected'
    | 'agent_busy'
    | 'agent_failed'
    | 'unsupported'
  /** The remaining budget that a retry needs; null when no budget refused. */
  readonly needs: Needs | null
  /** The message in the person's language. */
  readonly words: Localized
  constructor(
    code: TurnRefused['code'],
    message: string | Localized,
    { needs = null, ...options }: ErrorOptions & { needs?: Needs | null } = {},
  ) {
    const words: Localized = typeof message === 'string' ? () => message : message
    super(words('en'), options)
    this.words = words
    this.needs = needs
    this.name = 'TurnRefused'
    this.code = code
  }
}

/** True for a refusal by a resource that recovers, such as a budget: the request itself is valid. */
export const isForLater = ({ code }: Pick<TurnRefused, 'code'>): boolean =>
  code === 'budget_exhausted' || code === 'budget_unavailable' || code === 'agent_busy'
