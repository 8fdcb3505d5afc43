import type { Access } from '#core/access/access.ts'
import { MANAGE_ACCESS } from '#core/access/permission.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { FinishEvent, TokenUsage } from '#ground/turn/schema.ts'

/** Facts about a turn for which OpenAI's format has no field. */
export interface AnswerFacts {
  /** Only for managers of the Hub. */
  model?: string
  /** Missing if the model has no price. */
  cost_micro_usd?: number
}

export interface AnswerFactsDeps {
  access: Pick<Access, 'decide'>
  hubSlug: string
  costOf(model: string, tokens: TokenUsage, reportedMicroUsd?: number): { microUsd: number } | null
}

export type FactsOf = (caller: Caller, finish: FinishEvent) => Promise<AnswerFacts>

export const createAnswerFacts =
  ({ access, hubSlug, costOf }: AnswerFactsDeps): FactsOf =>
  async (caller, { model, usage }) => {
    const cost = costOf(model, usage, usage.costMicroUsd)
    // The facts are an addition, so a failed access check must not fail the answer.
    const manages = await access.decide(caller, hubSlug, MANAGE_ACCESS).catch(() => null)
    return { ...(manages?.allowed && { model }), ...(cost && { cost_micro_usd: cost.microUsd }) }
  }
