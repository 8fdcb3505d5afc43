import type { Selectable, Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { lockAccount } from '#chatapp/accounts/lock.ts'

/** Times are epoch seconds. */
export interface StoredAccessRequest {
  hub: string
  note: string
  state: 'asked' | 'given' | 'declined'
  askedAt: number
  decidedAt: number | null
  isDecisionShown: boolean
}

export type AccessRequestRefusal = 'too_many_access_requests' | 'access_declined'

/** A person may request access to agents that do not exist, so the number of open requests is limited. */
const MAX_OPEN_REQUESTS = 10
const LIFETIME_SECONDS = 30 * 86_400
const DECLINED_SECONDS = 7 * 86_400

export type AccessRequests = ReturnType<typeof createAccessRequests>

/** Stores requests for unknown agents too, so that the response does not disclose which agents exist. */
export function createAccessRequests({ store, clock }: { store: Store; clock: Clock }) {
  return {
    async list(accountId: string): Promise<StoredAccessRequest[]> {
      const rows = await ofAccount(store.db, accountId).orderBy('asked_at', 'desc').orderBy('hub').execute()
      const now = epochSeconds(clock)
      return rows.map(requestOf).filter((request) => !isExpired(request, now))
    },

    ask: (
      accountId: string,
      { hub, note }: { hub: string; note: string },
    ): Promise<Result<StoredAccessRequest, AccessRequestRefusal>> =>
      store.transaction(async (tx) => {
        await lockAccount(tx, accountId)
        const now = epochSeconds(clock)
        const known = (await ofAccount(tx, accountId).execute()).map(requestOf)
        const standing = known.filter((request) => !isExpired(request, now))
        const same = standing.find((request) => request.hub === hub)
        if (same?.state === 'asked') return accepted(same)
        if (same?.state === 'declined') return refused('access_declined')
        if (standing.filter(({ state }) => state === 'asked').length >= MAX_OPEN_REQUESTS)
          return refused('too_many_access_requests')
        const replaced = known.filter((request) => request.hub === hub || isExpired(request, now))
        await remove(tx, accountId, replaced)
        const request: StoredAccessRequest = {
          hub,
          note,
          state: 'asked',
          askedAt: now,
          decidedAt: null,
          isDecisionShown: false,
        }
        await tx.insertInto('chatapp_access_requests').values(rowOf(accountId, request)).execute()
        return accepted(request)
      }),

    async markDecisionsShown(accountId: string): Promise<void> {
      await store.db
        .updateTable('chatapp_access_requests')
        .set({ is_told: 1 })
        .where('user_id', '=', accountId)
        .where('state', '!=', 'asked')
        .execute()
    },
  }
}

const isExpired = ({ state, askedAt, decidedAt }: StoredAccessRequest, now: number): boolean =>
  state === 'asked'
    ? now >= askedAt + LIFETIME_SECONDS
    : state === 'declined' && now >= (decidedAt ?? askedAt) + DECLINED_SECONDS

const ofAccount = (db: Store['db'], accountId: string) =>
  db.selectFrom('chatapp_access_requests').selectAll().where('user_id', '=', accountId)

async function remove(
  tx: Transaction<Tables>,
  accountId: string,
  requests: readonly StoredAccessRequest[],
): Promise<void> {
  if (requests.length === 0) return
  await tx
    .deleteFrom('chatapp_access_requests')
    .where('user_id', '=', accountId)
    .where(
      'hub',
      'in',
      requests.map(({ hub }) => hub),
    )
    .execute()
}

const requestOf = (row: Selectable<Tables['chatapp_access_requests']>): StoredAccessRequest => ({
  hub: row.hub,
  note: row.note,
  state: row.state as StoredAccessRequest['state'],
  askedAt: row.asked_at,
  decidedAt: row.decided_at,
  isDecisionShown: row.is_told === 1,
})

const rowOf = (
  accountId: string,
  request: StoredAccessRequest,
): Selectable<Tables['chatapp_access_requests']> => ({
  id: newId(),
  user_id: accountId,
  hub: request.hub,
  note: request.note,
  state: request.state,
  asked_at: request.askedAt,
  decided_at: request.decidedAt,
  decided_by: null,
  is_told: request.isDecisionShown ? 1 : 0,
})
