import type { EpochMs } from '#ground/base/clock.ts'
import type { Language, Localized } from '#ground/turn/language/language.ts'
import { sentencesIn } from '#ground/turn/language/sentences.ts'
import type { SpentBudget } from '#ground/turn/errors/budget/schema.ts'
import type { HeldAmount } from './holds.ts'
import { usedIn, type BudgetKey, type BudgetUnit } from './limit.ts'

/** Amounts are micro-dollars or tokens. */
export interface BudgetRefusal extends BudgetKey {
  code: 'budget_exhausted'
  hub: string
  used: number
  held: number
  needs: HeldAmount
  limit: number
  resetsAt: EpochMs
  message: string
  words: Localized
  budget: SpentBudget
}

export interface UnpricedRefusal {
  code: 'model_unpriced'
  message: string
  words: Localized
  needs: null
}

export const unpricedRefusal = (model: string): UnpricedRefusal => {
  const words: Localized = (language) => sentencesIn(language).unpriced(model)
  return { code: 'model_unpriced', message: words('en'), words, needs: null }
}

export const PRICE_REMEDY =
  'add its price to the file of SVC_PRICES_FILE, or set SVC_UNPRICED_MODEL_USD to an upper price per million tokens'

type Short = Omit<BudgetRefusal, 'code' | 'hub' | 'message' | 'words' | 'budget' | 'limit'> & {
  amount: number
}

export function refusalFor(hub: string, { scope, subject, period, unit, ...short }: Short): BudgetRefusal {
  const key = { scope, subject, period, unit }
  const { used, held, needs, amount: limit, resetsAt } = short
  const facts = { ...key, used, held, needs, limit, resetsAt }
  const words = refusalWords(facts)
  const budget = {
    scope,
    period,
    unit,
    used,
    held,
    limit,
    needed: usedIn(unit, needs),
    resets_at: Math.floor(resetsAt / 1000),
  }
  return { ...facts, code: 'budget_exhausted', hub, message: words('en'), words, budget }
}

const refusalWords =
  ({
    scope,
    subject,
    period,
    unit,
    used,
    held,
    limit,
    resetsAt,
  }: Omit<BudgetRefusal, 'code' | 'hub' | 'message' | 'words' | 'budget' | 'needs'>): Localized =>
  (language) => {
    const amount = (value: number) => amountText(unit, value, language)
    return sentencesIn(language).budget({
      scope,
      task: subject.replace(/^md:/, ''),
      period,
      used: amount(used),
      held: held > 0 ? amount(held) : null,
      limit: amount(limit),
      isTokens: unit === 'tokens',
      isUsedUp: used >= limit,
      resetsAt,
    })
  }

/** Such as `$10.00`, `$0.000012` or `120,000`. */
export const amountText = (unit: BudgetUnit, amount: number, language: Language = 'en'): string => {
  const locale = language === 'en' ? 'en-US' : language
  if (unit === 'tokens') return amount.toLocaleString(locale)
  const usd = amount / 1_000_000
  return usd.toLocaleString(locale, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: usd !== 0 && usd < 0.1 ? 6 : 2,
  })
}
