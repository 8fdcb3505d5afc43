import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import { recordOf } from './record.ts'
import { notFound, type ArtifactRefusal } from './refusal.ts'
import { lock } from './sharing.ts'

/** A public link. The database stores only the hash of its token. */
export interface StoredLink {
  artifactId: string
  tokenHash: string
  createdAt: EpochMs
  expiresAt: EpochMs
  opens: number
  lastOpenedAt: EpochMs | null
}

export interface ArtifactLinksDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  /** 256 random bits, URL-safe. */
  newToken(): string
  accessChanges: Pick<AccessChanges, 'append'>
}

const DAY_MS = 24 * 60 * 60_000

export function createLinks({ store, clock, newToken, accessChanges }: ArtifactLinksDeps) {
  return {
    async of(ids: readonly string[]): Promise<Map<string, StoredLink>> {
      if (ids.length === 0) return new Map()
      const rows = await store.db
        .selectFrom('artifact_links')
        .selectAll()
        .where('artifact_id', 'in', ids)
        .execute()
      return new Map(rows.map((row) => [row.artifact_id, linkOf(row)]))
    },

    /** Null for an unknown token or an expired link. */
    async byToken(token: string): Promise<StoredLink | null> {
      const row = await store.db
        .selectFrom('artifact_links')
        .selectAll()
        .where('token_hash', '=', sha256(token))
        .executeTakeFirst()
      return row && row.expires_at_ms > clock.now() ? linkOf(row) : null
    },

    /** Replaces the artifact's previous link. @returns The link and its token, which is not stored. */
    create: (
      id: string,
      days: number,
      request: string,
    ): Promise<Result<{ link: StoredLink; token: string }, ArtifactRefusal>> =>
      store.transaction(async (tx) => {
        const artifact = await lock(tx, id)
        if (!artifact) return notFound()
        const now = clock.now()
        const token = newToken()
        const row = {
          artifact_id: id,
          token_hash: sha256(token),
          created_at_ms: now,
          expires_at_ms: now + days * DAY_MS,
          opens: 0,
          last_opened_at_ms: null,
        }
        const replaced = await tx
          .deleteFrom('artifact_links')
          .where('artifact_id', '=', id)
          .returning('expires_at_ms')
          .executeTakeFirst()
        await tx.insertInto('artifact_links').values(row).execute()
        const change = {
          at: now,
          action: 'artifact.link.create' as const,
          before: replaced ? endOf(replaced) : null,
          after: endOf(row),
        }
        await accessChanges.append(tx, [recordOf(artifact, change, request)])
        return accepted({ link: linkOf(row), token })
      }),

    revoke: (id: string, request: string): Promise<Result<true, ArtifactRefusal>> =>
      store.transaction(async (tx) => {
        const artifact = await lock(tx, id)
        if (!artifact) return notFound()
        const gone = await tx
          .deleteFrom('artifact_links')
          .where('artifact_id', '=', id)
          .returning('expires_at_ms')
          .executeTakeFirst()
        if (!gone) return accepted(true)
        const change = {
          at: clock.now(),
          action: 'artifact.link.revoke' as const,
          before: endOf(gone),
          after: null,
        }
        await accessChanges.append(tx, [recordOf(artifact, change, request)])
        return accepted(true)
      }),

    async noteOpened({ tokenHash }: StoredLink): Promise<void> {
      await store.db
        .updateTable('artifact_links')
        .set((eb) => ({ opens: eb('opens', '+', 1), last_opened_at_ms: clock.now() }))
        .where('token_hash', '=', tokenHash)
        .execute()
    },
  }
}

const endOf = ({ expires_at_ms: at }: { expires_at_ms: number }) => ({
  expires_at: new Date(at).toISOString(),
})

const linkOf = (row: {
  artifact_id: string
  token_hash: string
  created_at_ms: number
  expires_at_ms: number
  opens: number
  last_opened_at_ms: number | null
}): StoredLink => ({
  artifactId: row.artifact_id,
  tokenHash: row.token_hash,
  createdAt: row.created_at_ms,
  expiresAt: row.expires_at_ms,
  opens: row.opens,
  lastOpenedAt: row.last_opened_at_ms,
})
