import type { Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newToken, sha256 } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Sealer } from '#ground/base/sealing.ts'

export interface Flow {
  accountId: string
  providerId: string
  sessionId: string
  verifier: string
  nonce: string | null
  redirectUri: string
  resource: string | null
  scope: string
  origin: string
  fromSettings: boolean
  /** Missing in flows of the previous release. */
  isPushed?: boolean
}

type SealedPart = Omit<Flow, 'accountId' | 'providerId' | 'sessionId'>

export type Flows = ReturnType<typeof createFlows>

/** Enough time to register at the provider, verify an e-mail and set up a second factor. */
const TTL_SECONDS = 3600

/** A new flow replaces the earlier one of the same person and provider. Each flow completes once. */
export function createFlows({ store, clock, sealer }: { store: Store; clock: Clock; sealer: Sealer }) {
  const { db } = store
  return {
    newState: (): string => newToken(),

    async begin(state: string, { accountId, providerId, sessionId, ...sealedPart }: Flow): Promise<void> {
      const now = epochSeconds(clock)
      const row = {
        state_hash: sha256(state),
        session_id: sessionId,
        sealed: sealer.seal(JSON.stringify(sealedPart), sealContextOf(accountId, providerId)),
        expires_at: now + TTL_SECONDS,
      }
      await db.deleteFrom('chatapp_oauth_flows').where('expires_at', '<=', now).execute()
      await db
        .insertInto('chatapp_oauth_flows')
        .values({ user_id: accountId, server: providerId, ...row })
        .onConflict((conflict) => conflict.columns(['user_id', 'server']).doUpdateSet(row))
        .execute()
    },

    async consume(
      state: string,
      { accountId, sessionId, providerId }: Pick<Flow, 'accountId' | 'sessionId' | 'providerId'>,
    ): Promise<Flow | null> {
      const row = await db
        .deleteFrom('chatapp_oauth_flows')
        .where('state_hash', '=', sha256(state))
        .where('user_id', '=', accountId)
        .where('session_id', '=', sessionId)
        .where('server', '=', providerId)
        .returningAll()
        .executeTakeFirst()
      if (!row || row.expires_at <= epochSeconds(clock)) return null
      const opened = sealer.open(row.sealed, sealContextOf(accountId, providerId))
      return opened === null
        ? null
        : { accountId, sessionId, providerId, ...(JSON.parse(opened) as SealedPart) }
    },

    async removeOfProviders(
      tx: Pick<Transaction<Tables>, 'deleteFrom'>,
      providerIds: readonly string[],
    ): Promise<void> {
      if (providerIds.length === 0) return
      await tx.deleteFrom('chatapp_oauth_flows').where('server', 'in', providerIds).execute()
    },
  }
}

const sealContextOf = (accountId: string, providerId: string) => `flow/${accountId}/${providerId}`
