import { newOrderedId } from '#ground/base/ids.ts'
import type { PricedTokens } from '../prices/price.ts'
import type { Prices } from '../prices/table.ts'
import type { Amount } from '../sums.ts'
import type { createBudgetHolds, HeldAmount, BudgetHolder, BudgetStanding } from './holds.ts'
import { limitsFor, resetOf, usedIn, type Limit, type HubBudgets } from './limit.ts'
import { refusalFor, unpricedRefusal, type BudgetRefusal, type UnpricedRefusal } from './refusal.ts'
import { fitCall, type BudgetBounds, type CallPrice } from './room.ts'

/** Dispose it when the turn's usage has been recorded. */
export interface BudgetSpending extends Disposable {
  readonly turn: string
  /** Null if the turn may start. @throws when the budgets cannot be read. */
  check(): Promise<BudgetRefusal | UnpricedRefusal | null>
  /**
   * Reserves the call's maximum usage in addition to the turn's usage so far. @throws when the budgets cannot be
   * read.
   */
  reserve(used: PricedTokens, bounds: BudgetBounds): Promise<BudgetedCall | BudgetRefusal | UnpricedRefusal>
  /** Call it when a turn ends without usage. */
  release(): Promise<void>
}

export interface BudgetedCall {
  maxOutput: number | null
  /** After a failed call, the hold stays for the next call of the turn, or until the turn ends. */
  end(used: PricedTokens, outcome?: 'failed'): void
}

export interface SpendingDeps {
  holds: ReturnType<typeof createBudgetHolds>
  prices: Prices
  settingsOf(hub: string): HubBudgets | Promise<HubBudgets>
  check(spender: Omit<BudgetHolder, 'turn'>): Promise<BudgetRefusal | null>
  sleep(ms: number): Promise<void>
  count(before: Amount, now: Amount): void
}

export function openSpending(
  deps: SpendingDeps,
  { models, ...spender }: Omit<BudgetHolder, 'turn'> & { models: readonly string[] },
): BudgetSpending {
  const { holds, prices } = deps
  const turn = newOrderedId()
  const holder = { ...spender, turn }
  const calls = new Set<HeldAmount>()
  let counted: Amount = { ...ZERO_AMOUNT, unpricedTurns: 0 }
  let isHolding = false
  let pendingActs: Promise<unknown> = Promise.resolve()

  const costOf = (tokens: PricedTokens) => prices.costOf(tokens.model ?? models[0]!, tokens)?.microUsd ?? 0
  const count = (amount: HeldAmount) => {
    if (amount.tokens === counted.tokens && amount.costMicroUsd === counted.costMicroUsd) return
    const now = { ...amount, unpricedTurns: 0 }
    deps.count(counted, now)
    counted = now
  }
  const countUsed = (used: PricedTokens) =>
    count({ tokens: used.input + used.output, costMicroUsd: costOf(used) })
  const inOrder = <T>(act: () => Promise<T>): Promise<T> => {
    const result = pendingActs.then(act)
    pendingActs = result.catch(() => {})
    return result
  }
  const end = (call: HeldAmount, outcome?: 'failed') => {
    calls.delete(call)
    if (calls.size > 0 || outcome === 'failed') return
    const used = counted
    void inOrder(() => holds.lower(holder, used)).catch(() => {}) // on failure the hold stays too high until the turn ends
  }
  const reserve = (bounds: BudgetBounds) => {
    const price = dearestPrice(prices, models, bounds)
    return holds.reserve<Granted | BudgetRefusal | null>(holder, (standings) => {
      if (standings.length === 0) return { hold: null, result: null }
      const own = sumOf([counted, ...calls])
      const rooms = standings.map((standing) => roomIn(standing, own))
      const fitted = fitCall(bounds, price, rooms)
      if ('short' in fitted) {
        const resetsAt = resetOf(fitted.short.period, spender.startedAt)
        const needs = amountFor(bounds, price, Math.min(bounds.leastOutput, bounds.output ?? Infinity))
        return { hold: null, result: refusalFor(spender.hub, { ...fitted.short, needs, resetsAt }) }
      }
      const { output, maxOutput } = fitted
      const call = amountFor(bounds, price, output)
      isHolding = true
      return { hold: sumOf([own, call]), result: { maxOutput, call } }
    })
  }

  const reserveAndTrack = async (bounds: BudgetBounds) => {
    const held = await reserve(bounds)
    if (held !== null && 'call' in held) calls.add(held.call)
    return held
  }

  return {
    turn,
    check: async () => unpricedIn(await limitsOf(deps, spender), prices, models) ?? deps.check(spender),
    async reserve(used, bounds) {
      countUsed(used)
      const limits = await limitsOf(deps, spender)
      if (limits.length === 0) return FREE_CALL
      const refusal = unpricedIn(limits, prices, models)
      if (refusal) return refusal
      const held = await reserveWithRetries(deps, () => inOrder(() => reserveAndTrack(bounds)))
      if (held === null) return FREE_CALL
      if (!('call' in held)) return held
      const { maxOutput, call } = held
      return {
        maxOutput,
        end(usedThen, outcome) {
          countUsed(usedThen)
          end(call, outcome)
        },
      }
    },
    release: () => (isHolding ? inOrder(() => holds.release(holder)) : Promise.resolve()),
    [Symbol.dispose]: () => count(ZERO_AMOUNT),
  }
}

const limitsOf = async (
  { settingsOf }: Pick<SpendingDeps, 'settingsOf'>,
  spender: Omit<BudgetHolder, 'turn'>,
) => limitsFor(await settingsOf(spender.hub), spender)

const unpricedIn = (
  limits: readonly Limit[],
  prices: Prices,
  models: readonly string[],
): UnpricedRefusal | null => {
  const unpriced = models.find((model) => !prices.isPriced(model))
  return unpriced !== undefined && limits.some(({ unit }) => unit === 'usd')
    ? unpricedRefusal(unpriced)
    : null
}

/** Other turns usually use less than they reserved and soon release the rest, so a reservation is retried. */
const MAX_RETRIES = 3
const RETRY_DELAY_MS = 100

async function reserveWithRetries(
  { sleep }: Pick<SpendingDeps, 'sleep'>,
  reserve: () => Promise<Granted | BudgetRefusal | null>,
): Promise<Granted | BudgetRefusal | null> {
  for (let left = MAX_RETRIES; ; left--) {
    const held = await reserve()
    if (held === null || 'call' in held || held.held === 0 || left === 0) return held
    await sleep(RETRY_DELAY_MS)
  }
}

interface Granted {
  maxOutput: number | null
  call: HeldAmount
}

const ZERO_AMOUNT: HeldAmount = { tokens: 0, costMicroUsd: 0 }
const FREE_CALL: BudgetedCall = { maxOutput: null, end() {} }

const roomIn = (standing: BudgetStanding, own: HeldAmount) => {
  const used = standing.used + usedIn(standing.unit, own)
  return { ...standing, used, left: standing.amount - used - standing.held }
}

const sumOf = (amounts: readonly HeldAmount[]): HeldAmount =>
  amounts.reduce((sum, { tokens, costMicroUsd }) => ({
    tokens: sum.tokens + tokens,
    costMicroUsd: sum.costMicroUsd + costMicroUsd,
  }))

const amountFor = ({ input, outputs }: BudgetBounds, price: CallPrice, output: number): HeldAmount => ({
  tokens: input + outputs * output,
  costMicroUsd: Math.ceil(price.input + price.perOutput * outputs * output),
})

/** Any of the models may answer, so the reservation covers the dearest. */
function dearestPrice(
  prices: Pick<Prices, 'upperRates'>,
  models: readonly string[],
  bounds: BudgetBounds,
): CallPrice {
  const all = models.map((model) => priceOf(prices, model, bounds))
  return {
    input: Math.max(...all.map(({ input }) => input)),
    perOutput: Math.max(...all.map(({ perOutput }) => perOutput)),
  }
}

/** Upper bound: assumes the highest price tier that the prompt can reach and a cache write of the whole prompt. */
function priceOf(prices: Pick<Prices, 'upperRates'>, model: string, { input }: BudgetBounds): CallPrice {
  const rates = prices.upperRates(model, input)
  return rates === null
    ? { input: 0, perOutput: 0 }
    : { input: Math.round(input * rates.input), perOutput: rates.output }
}
