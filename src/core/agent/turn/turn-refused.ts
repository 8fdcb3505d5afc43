import type { SpentBudget } from '#ground/turn/errors/budget/schema.ts'
import type { Localized } from '#ground/turn/language/language.ts'

export interface Needs {
  tokens: number
  costMicroUsd: number
}

export class TurnRefused extends Error {
  readonly code:
    | 'budget_exhausted'
    | 'budget_unavailable'
    | 'model_unpriced'
    | 'loop_detected'
    | 'agent_busy'
    | 'agent_failed'
    | 'unsupported'
  readonly needs: Needs | null
  readonly budget: SpentBudget | null
  readonly words: Localized
  constructor(
    code: TurnRefused['code'],
    message: string | Localized,
    {
      needs = null,
      budget = null,
      ...options
    }: ErrorOptions & { needs?: Needs | null; budget?: SpentBudget | null } = {},
  ) {
    const words: Localized = typeof message === 'string' ? () => message : message
    super(words('en'), options)
    this.words = words
    this.needs = needs
    this.budget = budget
    this.name = 'TurnRefused'
    this.code = code
  }
}

export const isForLater = ({ code }: Pick<TurnRefused, 'code'>): boolean =>
  code === 'budget_exhausted' || code === 'budget_unavailable' || code === 'agent_busy'
