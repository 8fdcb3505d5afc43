import { accepted, type Result } from '#ground/base/result.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { ClientAccount } from '#ground/identity/chatapp-client/account.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { ChatappRefusal } from '#ground/identity/chatapp-client/refusal.ts'
import { coalesced } from './coalesced.ts'
import { followChanges } from './follow.ts'
import type { Mirror } from './mirror.ts'
import type { ObservedAccount } from './person.ts'

export interface Refreshed {
  accounts: number
  changed: number
  at: EpochMs
}

export interface RefreshDeps {
  accounts: Pick<ChatappClient['accounts'], 'list' | 'changes'>
  mirror: Mirror
  clock: Clock
  onFailure(reason: string): void
}

export type Refresh = ReturnType<typeof createRefresh>

const STALE_MS = 60_000
/** A pause of 20 times the last reading's duration limits reading to 5 % of the time. */
const PAUSE_FACTOR = 20

export function createRefresh({ accounts, mirror, clock, onFailure }: RefreshDeps) {
  let lastedMs = 0
  let triedAt: EpochMs = -Infinity

  const read = async (): Promise<Result<Refreshed, ChatappRefusal>> => {
    const at = (triedAt = clock.now())
    const followed = await followChanges({ accounts, mirror })
    if (!followed.ok) return followed
    const all = followed.value === null ? await readAll({ accounts, mirror }, at) : accepted(followed.value)
    if (!all.ok) return all
    await mirror.setRefreshedAt(at)
    lastedMs = clock.now() - at
    return accepted({ accounts: await mirror.countAccounts(), changed: all.value, at })
  }

  const reading = coalesced(read)

  return {
    refresh: reading.run,

    async refreshIfStale(): Promise<void> {
      const now = clock.now()
      const oldest = now - Math.max(STALE_MS, lastedMs * PAUSE_FACTOR)
      // Ignores a time in the future, which was written before the clock was set back.
      const isRecent = (at: EpochMs) => at > oldest && at <= now
      if (reading.isRunning() || isRecent(triedAt) || isRecent((await mirror.refreshedAt()) ?? -Infinity))
        return
      if (reading.isRunning()) return
      reading.run().then(
        (result) => {
          if (!result.ok) onFailure(reasonOf(result.refusal))
        },
        (error: unknown) => onFailure(error instanceof Error ? error.message : 'unknown'),
      )
    },

    async ensureRead(): Promise<Result<void, ChatappRefusal>> {
      if ((await mirror.refreshedAt()) !== null) return accepted(undefined)
      const result = await reading.join()
      return result.ok ? accepted(undefined) : result
    },

    idle: reading.idle,
  }
}

async function readAll(
  { accounts, mirror }: Pick<RefreshDeps, 'accounts' | 'mirror'>,
  at: EpochMs,
): Promise<Result<number, ChatappRefusal>> {
  const listed = await accounts.list()
  if (!listed.ok) return listed
  const primary = primaryOf(listed.value)
  const seen = new Map<string, ObservedAccount>(
    listed.value.map((account) => [account.email, { account, isPrimary: account === primary }]),
  )
  for (const { subject, mirrored_at_ms } of await mirror.withAccount())
    if (mirrored_at_ms < at && !seen.has(subject)) seen.set(subject, { account: null })
  return accepted(await mirror.see(seen))
}

/**
 * The oldest account. Of several accounts that were created in the same second, the administrator counts as the oldest.
 */
const primaryOf = ([first, ...others]: readonly ClientAccount[]): ClientAccount | undefined =>
  first?.role === 'admin'
    ? first
    : (others.find(({ role, createdAt }) => role === 'admin' && createdAt === first?.createdAt) ?? first)

const reasonOf = (refusal: ChatappRefusal): string =>
  refusal.code === 'unavailable' ? refusal.reason : refusal.code
