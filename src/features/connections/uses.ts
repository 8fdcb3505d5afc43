import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'

export interface RecordedUse {
  hub: string
  email: string
  provider: string
}

export interface UsesDeps {
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now'>
  onFailure(error: unknown): void
}

export type Uses = ReturnType<typeof createUses>

const STEP_MS = 60_000
const MAX_CACHED_USES = 10_000

/** Disposing waits for pending writes. */
export function createUses({ store: { db }, clock, onFailure }: UsesDeps) {
  const noted = new BoundedMap<string, EpochMs>(MAX_CACHED_USES)
  let writing = Promise.resolve()

  const write = async ({ hub, email, provider }: RecordedUse, now: EpochMs): Promise<void> => {
    await db
      .insertInto('connection_uses')
      .values({ hub, email, provider, last_used_at_ms: now })
      .onConflict((conflict) =>
        conflict.columns(['email', 'provider', 'hub']).doUpdateSet({ last_used_at_ms: now }),
      )
      .execute()
  }

  return {
    /** Writes in the background, at most once a minute per Hub, person and provider. */
    note(use: RecordedUse): void {
      const now = clock.now()
      const key = JSON.stringify([use.hub, use.email, use.provider])
      const last = noted.get(key)
      if (last !== undefined && now - last < STEP_MS) return
      noted.set(key, now)
      writing = writing.then(() => write(use, now)).catch(onFailure)
    },

    async of(email: string): Promise<{ hub: string; provider: string; lastUsedAt: EpochMs }[]> {
      const rows = await db
        .selectFrom('connection_uses')
        .selectAll()
        .where('email', '=', email)
        .orderBy('last_used_at_ms', 'desc')
        .limit(500)
        .execute()
      return rows.map(({ hub, provider, last_used_at_ms: lastUsedAt }) => ({ hub, provider, lastUsedAt }))
    },

    [Symbol.asyncDispose]: () => writing,
  }
}
