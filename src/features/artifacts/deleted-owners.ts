import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { Store } from '#ground/store/store.ts'
import type { Artifact } from './artifact.ts'
import { recordOfOwner, SYSTEM } from './record.ts'
import type { Sharing } from './sharing.ts'

export interface GoneOwnersDeps {
  store: Pick<Store, 'db' | 'transaction'>
  hub: string
  /** True if an account with this id exists, in any state. Rejects if the web chat is unavailable. */
  hasAccount(id: string): Promise<boolean>
  sharing: Pick<Sharing, 'remove'>
  accessChanges: Pick<AccessChanges, 'append' | 'stream'>
  clock: Clock
  onFailure(error: unknown): void
}

/**
 * Time from the detection of a deleted account to the removal of its artifacts. Within this time, an administrator
 * can restore the account from a backup of the web chat.
 */
export const GRACE_MS = 30 * 86_400_000

/** Delay before the Hub first searches for deleted accounts, because the web chat starts after the bridge. */
const FIRST_MS = 5 * 60_000
const EVERY_MS = 86_400_000
const AFTER_FAILURE_MS = 60 * 60_000

export function startOwnerCheck(deps: GoneOwnersDeps): AsyncDisposable {
  return startLoop({
    clock: deps.clock,
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    afterFailureMs: () => AFTER_FAILURE_MS,
    work: (signal) => checkOwners(deps, signal),
    onFailure: deps.onFailure,
  })
}

type Owner = Pick<Artifact, 'owner' | 'ownerId'>

/**
 * Records which owners of artifacts no longer have an account. Removes an owner's artifacts if the owner still has no
 * account after `GRACE_MS`.
 *
 * @throws errors of `hasAccount`; the owner's artifacts stay.
 */
export async function checkOwners(deps: GoneOwnersDeps, signal: AbortSignal): Promise<void> {
  for await (const owner of ownersIn(deps)) {
    if (signal.aborted) return
    const [hasAccount, since] = [await deps.hasAccount(owner.ownerId), await goneSince(deps, owner)]
    if (hasAccount !== (since === null)) await note(deps, owner, hasAccount)
    else if (since !== null && since <= deps.clock.now() - GRACE_MS) await removeAll(deps, owner, signal)
  }
}

async function goneSince({ accessChanges, hub }: GoneOwnersDeps, owner: Owner): Promise<EpochMs | null> {
  const { action, reason } = recordOfOwner(hub, owner, { at: 0, hasAccount: false })
  for await (const noted of accessChanges.stream({ hub, user: owner.owner, action }))
    if (noted.reason === reason)
      return (noted.after as { account?: unknown }).account === 'gone' ? noted.at : null
  return null
}

const note = (
  { store, accessChanges, clock, hub }: GoneOwnersDeps,
  owner: Owner,
  hasAccount: boolean,
): Promise<void> =>
  store.transaction((tx) =>
    accessChanges.append(tx, [recordOfOwner(hub, owner, { at: clock.now(), hasAccount })]),
  )

async function removeAll(
  { store: { db }, hub, sharing, clock }: GoneOwnersDeps,
  { owner, ownerId }: Owner,
  signal: AbortSignal,
): Promise<void> {
  const rows = await db
    .selectFrom('artifacts')
    .select('id')
    .where('owner', '=', owner)
    .where('owner_id', '=', ownerId)
    .where('hub', '=', hub)
    .where('updated_at_ms', '<=', clock.now() - GRACE_MS)
    .execute()
  for (const { id } of rows) {
    if (signal.aborted) return
    await sharing.remove(id, { by: SYSTEM })
  }
}

const BATCH_SIZE = 100

async function* ownersIn({ store: { db }, hub }: GoneOwnersDeps): AsyncGenerator<Owner> {
  for (let after = ''; ;) {
    const emails = await db
      .selectFrom('artifacts')
      .select('owner')
      .distinct()
      .where('owner', '>', after)
      .orderBy('owner')
      .limit(BATCH_SIZE)
      .execute()
    if (emails.length === 0) return
    const owners = emails.map(({ owner }) => owner)
    yield* await db
      .selectFrom('artifacts')
      .select(['owner', 'owner_id as ownerId'])
      .distinct()
      .where('owner', 'in', owners)
      .where('hub', '=', hub)
      .execute()
    after = owners.at(-1)!
  }
}
