/** What the next step of a turn takes at least. */
export interface Needs {
  tokens: number
  costMicroUsd: number
}

/** A turn that may not begin or go on, for a reason to tell the caller. */
export class TurnRefused extends Error {
  readonly code:
    | 'budget_exhausted'
    | 'budget_unavailable'
    | 'model_unpriced'
    | 'loop_detected'
    | 'agent_busy'
    | 'agent_failed'
    | 'unsupported'
  /** What a budget has to have left before it is of use to try again; null where no budget refused. */
  readonly needs: Needs | null
  constructor(
    code: TurnRefused['code'],
    message: string,
    { needs = null, ...options }: ErrorOptions & { needs?: Needs | null } = {},
  ) {
    super(message, options)
    this.needs = needs
    this.name = 'TurnRefused'
    this.code = code
  }
}

/** Refused for want of something that comes back by itself, such as a budget: what was asked for is not to blame. */
export const isForLater = ({ code }: Pick<TurnRefused, 'code'>): boolean =>
  code === 'budget_exhausted' || code === 'budget_unavailable' || code === 'agent_busy'
