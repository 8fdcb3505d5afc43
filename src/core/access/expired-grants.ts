import type { Transaction } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startLoop, type Loop } from '#ground/base/loop.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { PolicyOperation } from './change.ts'
import type { AccessGrant, HubPolicy } from './policy.ts'
import { lockPolicies, toGrant } from './read.ts'
import { writeOperations, type ChangeContext, type RecordChanges, type PolicyWrite } from './write.ts'

const AT_ONCE = 500

const BY_ITSELF: ChangeContext = { actor: { system: 'expiry' }, reason: 'ended at its time' }

/** The caller must hold the lock on the organization's policy. @returns The number of removed grants. */
async function takeOver(writing: Omit<PolicyWrite, 'context'>): Promise<number> {
  const grants = await over(writing.tx, writing.clock.now())
  if (grants.length === 0) return 0
  const ended = grants.map(revocationOf)
  await lockHubsOf(writing.tx, ended)
  await writeOperations({ ...writing, context: BY_ITSELF }, ended, grants)
  return ended.length
}

export async function lockSettled(
  writing: Omit<PolicyWrite, 'context'>,
  hubs: readonly string[],
): Promise<Map<string, HubPolicy>> {
  await lockPolicies(writing.tx, [])
  await takeOver(writing)
  return lockPolicies(writing.tx, hubs)
}

interface EndingsDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  recordChanges: RecordChanges
}

/** One indexed read if no grant has expired. @returns The number of removed grants. */
export const createEndings =
  ({ store, clock, recordChanges }: EndingsDeps) =>
  async (): Promise<number> => {
    let ended = 0
    while ((await over(store.db, clock.now(), 1)).length > 0)
      ended += await store.transaction(async (tx) => {
        await lockPolicies(tx, [])
        return takeOver({ tx, clock, recordChanges })
      })
    return ended
  }

/** Longest delay until an expiry is recorded while no request arrives. */
const POLL_INTERVAL_MS = 10_000

export const startEndings = ({
  clock,
  endOver,
  onEnded,
  onFailure,
}: {
  clock: Pick<Clock, 'sleep'>
  endOver(): Promise<number>
  onEnded(): void
  onFailure(error: unknown): void
}): Loop =>
  startLoop({
    clock,
    everyMs: POLL_INTERVAL_MS,
    async work() {
      if ((await endOver()) > 0) onEnded()
    },
    onFailure,
  })

async function over(
  db: Pick<Store['db'], 'selectFrom'>,
  now: EpochMs,
  limit = AT_ONCE,
): Promise<AccessGrant[]> {
  const rows = await db
    .selectFrom('access_grants')
    .selectAll()
    .where('expires_at_ms', 'is not', null) // the partial index contains only these rows
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

/** The caller already locks the organization's policy, so these locks cannot deadlock. */
export const lockHubsOf = (tx: Transaction<Tables>, operations: readonly PolicyOperation[]) =>
  lockPolicies(
    tx,
    operations.map(({ hub }) => hub),
  )
