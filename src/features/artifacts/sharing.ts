import type { Transaction } from 'kysely'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { artifactOf, type Artifact } from './artifact.ts'
import type { Contents } from './contents.ts'
import { recordOf } from './record.ts'
import { notFound, type ArtifactRefusal } from './refusal.ts'
import type { AudienceKind } from './schema.ts'

export interface SharingDeps {
  store: Pick<Store, 'db' | 'transaction'>
  contents: Pick<Contents, 'release'>
  clock: Pick<Clock, 'now'>
  accessChanges: Pick<AccessChanges, 'append'>
}

export interface Members {
  kind: AudienceKind
  /** Normalized e-mails. */
  people: readonly string[]
  groups: readonly string[]
}

export type Sharing = ReturnType<typeof createSharing>

export function createSharing({ store, contents, clock, accessChanges }: SharingDeps) {
  return {
    members: (artifact: Pick<Artifact, 'id' | 'audience'>): Promise<Members> =>
      readMembers(store.db, artifact),

    /** Refusal: `not_found` if the artifact was deleted meanwhile. */
    setAudience: (
      id: string,
      members: Members,
      request: string,
    ): Promise<Result<Artifact, ArtifactRefusal>> =>
      store.transaction(async (tx) => {
        const artifact = await lock(tx, id)
        if (!artifact) return notFound()
        const before = await readMembers(tx, artifact)
        const after =
          members.kind === 'people' ? sorted(members) : { kind: members.kind, people: [], groups: [] }
        if (JSON.stringify(before) === JSON.stringify(after)) return accepted(artifact)
        await dropMembers(tx, id)
        if (after.people.length > 0)
          await tx
            .insertInto('artifact_people')
            .values(after.people.map((email) => ({ artifact_id: id, email })))
            .execute()
        if (after.groups.length > 0)
          await tx
            .insertInto('artifact_groups')
            .values(after.groups.map((group_id) => ({ artifact_id: id, group_id })))
            .execute()
        await tx.updateTable('artifacts').set({ audience: after.kind }).where('id', '=', id).execute()
        const change = {
          at: clock.now(),
          action: 'artifact.audience' as const,
          before: { ...before },
          after: { ...after },
        }
        await accessChanges.append(tx, [recordOf(artifact, change, request)])
        return accepted({ ...artifact, audience: after.kind })
      }),

    /**
     * `by` (default: the owner) is recorded in the access changes as the person who removed the artifact. Refusal:
     * `not_found`.
     */
    async remove(
      id: string,
      { request, by }: { request?: string; by?: string },
    ): Promise<Result<true, ArtifactRefusal>> {
      const hashes = await store.transaction(async (tx) => {
        const artifact = await lock(tx, id)
        if (!artifact) return null
        const before = await readMembers(tx, artifact)
        await dropMembers(tx, id)
        await tx.deleteFrom('artifact_links').where('artifact_id', '=', id).execute()
        const rows = await tx
          .deleteFrom('artifact_versions')
          .where('artifact_id', '=', id)
          .returning('sha256')
          .execute()
        await tx.deleteFrom('artifacts').where('id', '=', id).execute()
        const change = {
          at: clock.now(),
          action: 'artifact.delete' as const,
          before: { ...before },
          after: null,
          by,
        }
        await accessChanges.append(tx, [recordOf(artifact, change, request)])
        return rows.map(({ sha256 }) => sha256)
      })
      if (!hashes) return notFound()
      await contents.release(hashes)
      return accepted(true)
    },
  }
}

export async function lock(tx: Transaction<Tables>, id: string): Promise<Artifact | null> {
  const row = await tx.selectFrom('artifacts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? artifactOf(row) : null
}

async function readMembers(
  db: Store['db'] | Transaction<Tables>,
  { id, audience }: Pick<Artifact, 'id' | 'audience'>,
): Promise<Members> {
  if (audience !== 'people') return { kind: audience, people: [], groups: [] }
  const people = await db
    .selectFrom('artifact_people')
    .select('email')
    .where('artifact_id', '=', id)
    .execute()
  const groups = await db
    .selectFrom('artifact_groups')
    .select('group_id')
    .where('artifact_id', '=', id)
    .execute()
  return sorted({
    kind: audience,
    people: people.map(({ email }) => email),
    groups: groups.map(({ group_id }) => group_id),
  })
}

async function dropMembers(tx: Transaction<Tables>, id: string): Promise<void> {
  await tx.deleteFrom('artifact_people').where('artifact_id', '=', id).execute()
  await tx.deleteFrom('artifact_groups').where('artifact_id', '=', id).execute()
}

const sorted = ({ kind, people, groups }: Members): Members => ({
  kind,
  people: [...new Set(people)].toSorted(),
  groups: [...new Set(groups)].toSorted(),
})
