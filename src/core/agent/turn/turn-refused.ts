/** A turn that may not begin or go on, for a reason to tell the caller. */
export class TurnRefused extends Error {
  readonly code:
    | 'budget_exhausted'
    | 'budget_unavailable'
    | 'loop_detected'
    | 'agent_busy'
    | 'agent_failed'
    | 'unsupported'
  constructor(code: TurnRefused['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TurnRefused'
    this.code = code
  }
}

/** Refused for want of something that comes back by itself, such as a budget: what was asked for is not to blame. */
export const isForLater = ({ code }: Pick<TurnRefused, 'code'>): boolean =>
  code === 'budget_exhausted' || code === 'budget_unavailable' || code === 'agent_busy'
