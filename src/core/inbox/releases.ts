import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import type { EventClaim } from './browse.ts'
import type { Inboxes } from './inbox.ts'
import { inboxChange, type Recorded } from './inbox-change.ts'

export interface ReleasesDeps {
  hub: string
  inboxes: Pick<Inboxes, 'of'>
  store: Store
  clock: Clock
  accessChanges: Pick<AccessChanges, 'append'>
  readClaims(inbox: string): Promise<ReadonlyMap<string, EventClaim>>
}

export interface Release {
  id: string
  at: EpochMs
  by: string
  events: number
  pending: number
}

export interface Releases {
  releaseAll(endpoint: string, by: Recorded): Promise<{ id: string | null; events: number }>
  /** Returns released events to quarantine unless a run has claimed them. Null for an unknown release. */
  undo(id: string, by: Recorded): Promise<{ quarantined: number; kept: number } | null>
  latest(endpoint: string): Promise<Release | null>
}

const RETENTION_MS = 7 * 24 * 3_600_000

export function createReleases(deps: ReleasesDeps): Releases {
  const { hub, inboxes, store, clock, accessChanges, readClaims } = deps

  const pendingOf = async (endpoint: string, names: readonly string[]): Promise<string[]> => {
    const claims = await readClaims(endpoint)
    const there = new Set(await inboxes.of(endpoint).list('pending'))
    return names.filter((name) => there.has(name) && !isAtWork(claims.get(name)))
  }
  const fresh = () =>
    store.db
      .selectFrom('event_releases')
      .selectAll()
      .where('hub', '=', hub)
      .where('taken_back_at_ms', 'is', null)
      .where('released_at_ms', '>', clock.now() - RETENTION_MS)

  return {
    async releaseAll(endpoint, by) {
      const stored = inboxes.of(endpoint)
      const names = await stored.list('quarantined')
      if (names.length === 0) return { id: null, events: 0 }
      const id = newId()
      const at = clock.now()
      await store.transaction(async (tx) => {
        await tx
          .deleteFrom('event_releases')
          .where('hub', '=', hub)
          .where('released_at_ms', '<=', at - RETENTION_MS)
          .execute()
        await tx
          .insertInto('event_releases')
          .values({
            id,
            hub,
            endpoint,
            released_by: by.actor,
            released_at_ms: at,
            taken_back_at_ms: null,
            events: JSON.stringify(names),
          })
          .execute()
        const after = { release: id, endpoint, events: names.length }
        await accessChanges.append(tx, [inboxChange({ hub, at, action: 'release_all', after, by })])
      })
      await stored.move(names, 'quarantined', 'pending')
      return { id, events: names.length }
    },

    async undo(id, by) {
      const row = await fresh().where('id', '=', id).executeTakeFirst()
      if (!row) return null
      const names = JSON.parse(row.events) as string[]
      const pending = await pendingOf(row.endpoint, names)
      const at = clock.now()
      await store.transaction(async (tx) => {
        await tx.updateTable('event_releases').set({ taken_back_at_ms: at }).where('id', '=', id).execute()
        const after = { release: id, endpoint: row.endpoint, events: pending.length }
        await accessChanges.append(tx, [inboxChange({ hub, at, action: 'take_back', after, by })])
      })
      await inboxes.of(row.endpoint).move(pending, 'pending', 'quarantined')
      return { quarantined: pending.length, kept: names.length - pending.length }
    },

    async latest(endpoint) {
      const row = await fresh()
        .where('endpoint', '=', endpoint)
        .orderBy('released_at_ms', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!row) return null
      const names = JSON.parse(row.events) as string[]
      const pending = (await pendingOf(endpoint, names)).length
      return pending === 0
        ? null
        : { id: row.id, at: row.released_at_ms, by: row.released_by, events: names.length, pending }
    },
  }
}

const isAtWork = (claim: EventClaim | undefined): boolean =>
  claim?.status === 'queued' || claim?.status === 'running'
