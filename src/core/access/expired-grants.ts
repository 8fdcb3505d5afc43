import type { Transaction } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startLoop, type Loop } from '#ground/base/loop.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { PolicyOperation } from './change.ts'
import type { AccessGrant, HubPolicy } from './policy.ts'
import { lockPolicies, toGrant } from './read.ts'
import { writeOperations, type ChangeContext, type RecordChanges, type PolicyWrite } from './write.ts'

const BATCH_SIZE = 500

const EXPIRY_CONTEXT: ChangeContext = { actor: { system: 'expiry' }, reason: 'ended at its time' }

/** The caller must hold the lock on the organization's policy. */
async function removeExpiredGrants(writing: Omit<PolicyWrite, 'context'>): Promise<number> {
  const grants = await findExpiredGrants(writing.tx, writing.clock.now())
  if (grants.length === 0) return 0
  const ended = grants.map(revocationOf)
  await lockHubsOf(writing.tx, ended)
  await writeOperations({ ...writing, context: EXPIRY_CONTEXT }, ended, grants)
  return ended.length
}

export async function lockWithoutExpired(
  writing: Omit<PolicyWrite, 'context'>,
  hubs: readonly string[],
): Promise<Map<string, HubPolicy>> {
  await lockPolicies(writing.tx, [])
  await removeExpiredGrants(writing)
  return lockPolicies(writing.tx, hubs)
}

interface ExpiryRemovalDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  recordChanges: RecordChanges
}

export const createExpiryRemoval =
  ({ store, clock, recordChanges }: ExpiryRemovalDeps) =>
  async (): Promise<number> => {
    let ended = 0
    while ((await findExpiredGrants(store.db, clock.now(), 1)).length > 0)
      ended += await store.transaction(async (tx) => {
        await lockPolicies(tx, [])
        return removeExpiredGrants({ tx, clock, recordChanges })
      })
    return ended
  }

/** Each change of a policy first removes expired grants. Without a change, they are removed within this time. */
const POLL_INTERVAL_MS = 10_000

export const startExpiryRemoval = ({
  clock,
  removeExpired,
  onRemoved,
  onFailure,
}: {
  clock: Pick<Clock, 'sleep'>
  removeExpired(): Promise<number>
  onRemoved(): void
  onFailure(error: unknown): void
}): Loop =>
  startLoop({
    clock,
    everyMs: POLL_INTERVAL_MS,
    async work() {
      if ((await removeExpired()) > 0) onRemoved()
    },
    onFailure,
  })

async function findExpiredGrants(
  db: Pick<Store['db'], 'selectFrom'>,
  now: EpochMs,
  limit = BATCH_SIZE,
): Promise<AccessGrant[]> {
  const rows = await db
    .selectFrom('access_grants')
    .selectAll()
    .where('expires_at_ms', 'is not', null) // lets the database use the partial index, which contains only these rows
    .where('expires_at_ms', '<=', now)
    .orderBy('expires_at_ms')
    .limit(limit)
    .execute()
  return rows.map(toGrant)
}

export const revocationOf = ({ subject, hub, permission }: AccessGrant): PolicyOperation => ({
  action: 'revoke',
  subject,
  hub,
  permission,
})

/** The caller already holds the lock on the organization's policy, so these locks cannot deadlock. */
export const lockHubsOf = (tx: Transaction<Tables>, operations: readonly PolicyOperation[]) =>
  lockPolicies(
    tx,
    operations.map(({ hub }) => hub),
  )
