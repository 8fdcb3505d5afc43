import type { Transaction } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { SILENT_MS } from '#ground/store/instance-tables.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { startOf } from '../periods.ts'
import { keyText, type Amount } from '../sums.ts'
import {
  limitsFor,
  settingsOf,
  sumKeyFor,
  usedIn,
  type Limit,
  type HubBudgets,
  type Spender,
} from './limit.ts'
import { settingIn } from './settings.ts'

/**
 * Budget reservations: concurrent turns share a budget without exceeding it.
 *
 * 1. Reserve: before each model call, a transaction locks the budgets of the Hub, adds their usage and the holds of
 *    other turns, and stores the maximum of the call as the turn's hold. A call that does not fit gets less output,
 *    waits briefly for other holds to end, or is refused.
 * 2. Lower: after a call, the hold is reduced to the turn's usage so far. After a failed call, the hold stays: the
 *    turn sends the request to another model, whose price the hold covers, or ends.
 * 3. Replace: the transaction that writes the turn's usage deletes its hold. One statement reads usage and holds, so
 *    each turn is counted in exactly one of them.
 * 4. Release: a turn without usage deletes its hold.
 * 5. Expire: a hold ends with its instance, or `HOLD_MS` after its last change.
 *
 * Only the turn changes its hold. Invariant: usage and valid holds of a budget never exceed it together.
 */

export interface BudgetHolder extends Spender {
  turn: string
  startedAt: EpochMs
}

export interface BudgetStanding extends Limit {
  used: number
  held: number
}

export type HeldAmount = Pick<Amount, 'tokens' | 'costMicroUsd'>

/** A reservation expires this long after its last change. No model response takes longer. */
const HOLD_MS = 15 * 60_000

export interface BudgetHoldsDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  instance: string | null
}

export const createBudgetHolds = ({ store, clock, instance }: BudgetHoldsDeps) => ({
  /**
   * Locks the Hub's budgets until the hold is stored, so that concurrent reservations are decided one after another.
   * @param decide Returns `hold: null` to keep the current reservation.
   */
  reserve: <T>(
    holder: BudgetHolder,
    decide: (standings: readonly BudgetStanding[]) => { hold: HeldAmount | null; result: T },
  ): Promise<T> =>
    store.transaction(async (tx) => {
      const rows = await tx
        .selectFrom('budgets')
        .selectAll()
        .where('hub', '=', holder.hub)
        .forUpdate()
        .execute()
      const limits = limitsFor(settingsOf(rows.map(settingIn)), holder)
      const now = clock.now()
      const { hold, result } = decide(
        limits.length === 0 ? [] : await readStandings(tx, holder, { limits, now, instance }),
      )
      if (hold) await write(tx, holder, hold, { now, instance })
      return result
    }),

  async read(holder: BudgetHolder, settings: HubBudgets): Promise<BudgetStanding[]> {
    const limits = limitsFor(settings, holder)
    return limits.length === 0 ? [] : readStandings(store.db, holder, { limits, now: clock.now(), instance })
  },

  async lower({ turn }: Pick<BudgetHolder, 'turn'>, amount: HeldAmount): Promise<void> {
    const values = amountRow(amount, clock.now())
    await store.db.updateTable('usage_holds').set(values).where('turn', '=', turn).execute()
  },

  release: ({ turn }: Pick<BudgetHolder, 'turn'>): Promise<void> => releaseHolds(store.db, [turn]),
})

/** Call in the transaction that writes the turns' usage. */
export async function releaseHolds(db: Store['db'], turns: readonly string[]): Promise<void> {
  for (let n = 0; n < turns.length; n += MAX_PARAMETERS)
    await db
      .deleteFrom('usage_holds')
      .where('turn', 'in', turns.slice(n, n + MAX_PARAMETERS))
      .execute()
}

const MAX_PARAMETERS = 1000

interface Moment {
  now: EpochMs
  instance: string | null
}

async function write(
  tx: Transaction<Tables>,
  { turn, hub, email, task, startedAt }: BudgetHolder,
  amount: HeldAmount,
  { now, instance }: Moment,
): Promise<void> {
  const held = amountRow(amount, now)
  await tx.deleteFrom('usage_holds').where('hub', '=', hub).where('until_ms', '<=', now).execute()
  await tx
    .insertInto('usage_holds')
    .values({ turn, hub, email, task, started_at_ms: startedAt, machine_id: instance, ...held })
    .onConflict((conflict) => conflict.column('turn').doUpdateSet(held))
    .execute()
}

const amountRow = ({ tokens, costMicroUsd }: HeldAmount, now: EpochMs) => ({
  tokens,
  cost_micro_usd: costMicroUsd,
  until_ms: now + HOLD_MS,
})

/** One statement reads usage and holds, so that a turn that replaces its hold is counted exactly once. */
async function readStandings(
  db: Store['db'],
  holder: BudgetHolder,
  { limits, now, instance }: Moment & { limits: readonly Limit[] },
): Promise<BudgetStanding[]> {
  const { hub, startedAt } = holder
  const keys = limits.map((limit) => sumKeyFor(hub, limit, startedAt))
  const rows = await db
    .selectFrom('usage_periods')
    .where((eb) => eb.or(keys.map(({ start, ...key }) => eb.and({ ...key, start_ms: start }))))
    .select(['scope', 'step', 'subject', 'start_ms', 'tokens', 'cost_micro_usd'])
    .unionAll(heldByOthers(db, holder, { now, instance }))
    .execute()
  const sums = new Map(rows.filter(({ scope }) => scope !== HELD).map((row) => [textOf(hub, row), row]))
  const holds = rows.filter(({ scope }) => scope === HELD)
  return limits.map((limit, n) => {
    const amount = (row: Row | undefined) => (row ? usedIn(limit.unit, amountIn(row)) : 0)
    return {
      ...limit,
      used: amount(sums.get(keyText(keys[n]!))),
      held: holds.filter((row) => countsIn(limit, row, startedAt)).reduce((sum, row) => sum + amount(row), 0),
    }
  })
}

const HELD = 'held'

const heldByOthers = (db: Store['db'], { turn, hub }: BudgetHolder, { now, instance }: Moment) =>
  db
    .selectFrom('usage_holds')
    .where('hub', '=', hub)
    .where('turn', '!=', turn)
    .where('until_ms', '>', now)
    .where((eb) =>
      eb.or([
        eb('machine_id', 'is', null),
        ...(instance === null ? [] : [eb('machine_id', '=', instance)]),
        eb.exists(
          eb
            .selectFrom('machines')
            .select('id')
            .whereRef('machines.id', '=', 'usage_holds.machine_id')
            .where('ended_at_ms', 'is', null)
            .where('heard_at_ms', '>', now - SILENT_MS),
        ),
      ]),
    )
    .select((eb) => [
      eb.cast<string>(eb.val(HELD), 'text').as('scope'),
      eb.fn.coalesce('task', eb.cast<string>(eb.val(''), 'text')).as('step'),
      eb.fn.coalesce('email', eb.cast<string>(eb.val(''), 'text')).as('subject'),
      'started_at_ms as start_ms',
      'tokens',
      'cost_micro_usd',
    ])

interface Row {
  scope: string
  step: string
  subject: string
  start_ms: number
  tokens: number
  cost_micro_usd: number
}

const countsIn = ({ scope, subject, period }: Limit, row: Row, startedAt: EpochMs): boolean =>
  startOf(period, row.start_ms) === startOf(period, startedAt) &&
  (scope === 'hub' || (scope === 'person' ? row.subject : row.step) === subject)

const amountIn = ({ tokens, cost_micro_usd }: Row): HeldAmount => ({ tokens, costMicroUsd: cost_micro_usd })

const textOf = (hub: string, { scope, step, subject, start_ms: start }: Row): string =>
  keyText({ hub, scope, step, start, subject } as Parameters<typeof keyText>[0])
