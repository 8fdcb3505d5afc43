import type { Selectable } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import { parseJson } from '#ground/base/json/parse.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { RequestPlan } from './plan.ts'
import type { CallFacts } from './call-facts.ts'
import type { ChangeDiff, ChangeRequestView, ChangeState } from './schema.ts'

export interface ChangeRequest extends RequestPlan {
  id: string
  summary: string
  diff: ChangeDiff[]
  /** Revision of the Hub's policy at the proposal. */
  policyRevision: number
  planHash: string
  state: ChangeState
  createdAt: EpochMs
  expiresAt: EpochMs
  decidedAt: EpochMs | null
  /** Null until the request was applied. A confirmed request without a result was interrupted. */
  result: ChangeResult | null
}

export type ChangeResult = NonNullable<ChangeRequestView['result']> & {
  /** Id of the request that replaced this one. */
  next?: string
  /** The tool as it is now, if the tool was changed after the proposal. */
  call?: CallFacts
  /** The person answered in the next message of the chat, which starts a turn itself. */
  inMessage?: true
}

/** The chat or the account of the request was deleted while the request waited. */
export const isWithdrawn = <Request extends Pick<ChangeRequest, 'state' | 'result'>>(
  request: Request,
): request is Request & { result: ChangeResult } =>
  request.state === 'expired' && request.result?.outcome === 'refused'

export function createChangeRequests({ store }: { store: Pick<Store, 'db' | 'transaction'> }) {
  const { db } = store
  const openOf = (proposer: string) =>
    db.selectFrom('change_requests').where('proposer', '=', proposer).where('state', '=', 'proposed')
  return {
    async add(request: ChangeRequest): Promise<void> {
      await db.insertInto('change_requests').values(rowOf(request)).execute()
    },

    async find(id: string, proposer: string): Promise<ChangeRequest | null> {
      const row = await db
        .selectFrom('change_requests')
        .selectAll()
        .where('id', '=', id)
        .where('proposer', '=', proposer)
        .executeTakeFirst()
      return row ? requestOf(row) : null
    },

    async list(
      { proposer, state }: { proposer: string; state?: ChangeState | undefined },
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ items: ChangeRequest[]; total: number }> {
      let matching = db.selectFrom('change_requests').where('proposer', '=', proposer)
      if (state) matching = matching.where('state', '=', state)
      const { total } = await matching
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await matching
        .selectAll()
        .orderBy('created_at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return { items: rows.map(requestOf), total }
    },

    async countOpen(proposer: string): Promise<number> {
      const count = openOf(proposer).select((eb) => eb.fn.countAll<number>().as('n'))
      return (await count.executeTakeFirstOrThrow()).n
    },

    async expire(proposer: string, now: EpochMs): Promise<void> {
      await db
        .updateTable('change_requests')
        .set({ state: 'expired' })
        .where('proposer', '=', proposer)
        .where('state', '=', 'proposed')
        .where('expires_at_ms', '<=', now)
        .execute()
    },

    async listOpen(proposer: string): Promise<ChangeRequest[]> {
      return (await openOf(proposer).selectAll().execute()).map(requestOf)
    },

    async findOpen(proposer: string, planHash: string): Promise<ChangeRequest | null> {
      const row = await openOf(proposer).selectAll().where('plan_hash', '=', planHash).executeTakeFirst()
      return row ? requestOf(row) : null
    },

    /** Of several concurrent confirmations, exactly one returns true. */
    async releaseCall(id: string, at: EpochMs): Promise<boolean> {
      const moved = await db
        .updateTable('change_requests')
        .set({ state: 'confirmed', decided_at_ms: at, call_state: 'waiting' })
        .where('id', '=', id)
        .where('state', '=', 'proposed')
        .executeTakeFirst()
      return Number(moved.numUpdatedRows) === 1
    },

    replace: (id: string, move: Move, next: ChangeRequest) => replaceRequest(store, id, move, next),

    /** Of several concurrent calls, exactly one returns true. */
    async move(id: string, { from, to, at, result = null }: Move): Promise<boolean> {
      const moved = await db
        .updateTable('change_requests')
        .set({ state: to, decided_at_ms: at, result: result && JSON.stringify(result) })
        .where('id', '=', id)
        .where('state', '=', from)
        .executeTakeFirst()
      return Number(moved.numUpdatedRows) === 1
    },
  }
}

/** Of several concurrent calls and answers, exactly one changes the state. */
export async function expireRequest({ db }: Pick<Store, 'db'>, id: string, now: EpochMs): Promise<boolean> {
  const moved = await db
    .updateTable('change_requests')
    .set({ state: 'expired' })
    .where('id', '=', id)
    .where('state', '=', 'proposed')
    .where('expires_at_ms', '<=', now)
    .executeTakeFirst()
  return Number(moved.numUpdatedRows) === 1
}

const replaceRequest = (
  store: Pick<Store, 'transaction'>,
  id: string,
  { from, to, at, result = null }: Move,
  next: ChangeRequest,
): Promise<boolean> =>
  store.transaction(async (tx) => {
    const moved = await tx
      .updateTable('change_requests')
      .set({ state: to, decided_at_ms: at, result: JSON.stringify({ ...result, next: next.id }) })
      .where('id', '=', id)
      .where('state', '=', from)
      .executeTakeFirst()
    if (Number(moved.numUpdatedRows) !== 1) return false
    await tx.insertInto('change_requests').values(rowOf(next)).execute()
    return true
  })

interface Move {
  from: ChangeState
  to: ChangeState
  /** Time of the decision; null when the request returns to `proposed`. */
  at: EpochMs | null
  result?: ChangeRequest['result']
}

const rowOf = (request: ChangeRequest): Selectable<Tables['change_requests']> => ({
  id: request.id,
  hub: request.hub,
  proposer: request.proposer,
  kind: request.kind,
  operations: JSON.stringify(request.operations),
  summary: request.summary,
  diff: JSON.stringify(request.diff),
  policy_revision: request.policyRevision,
  plan_hash: request.planHash,
  state: request.state,
  created_at_ms: request.createdAt,
  expires_at_ms: request.expiresAt,
  decided_at_ms: request.decidedAt,
  result: request.result && JSON.stringify(request.result),
  call_state: null,
  leased_until_ms: null,
})

export const requestOf = (row: Selectable<Tables['change_requests']>): ChangeRequest => ({
  id: row.id,
  hub: row.hub,
  proposer: row.proposer,
  kind: row.kind as ChangeRequest['kind'],
  operations: parseJson(row.operations) as ChangeRequest['operations'],
  summary: row.summary,
  diff: JSON.parse(row.diff) as ChangeDiff[],
  policyRevision: row.policy_revision,
  planHash: row.plan_hash,
  state: row.state as ChangeState,
  createdAt: row.created_at_ms,
  expiresAt: row.expires_at_ms,
  decidedAt: row.decided_at_ms,
  result: row.result === null ? null : (JSON.parse(row.result) as ChangeRequest['result']),
})
