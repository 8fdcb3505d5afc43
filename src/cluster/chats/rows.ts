import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { portions } from '#ground/base/portions.ts'
import type { BlobName } from '#ground/blobs/blobs.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { HistoryTurn } from '#core/chats/history.ts'

export interface ScopeOf {
  hub: string
  scope: string
}

export interface ChatFileRow extends BlobName {
  name: string
  contentType: string | null
}

type Row = Selectable<Tables['chat_files']>

const fileOfRow = ({ name, hash, size, content_type: contentType }: Row): ChatFileRow => ({
  name,
  hash,
  size,
  contentType,
})

export async function filesOf(
  db: Kysely<Tables> | Transaction<Tables>,
  { hub, scope }: ScopeOf,
): Promise<ChatFileRow[]> {
  const rows = await db
    .selectFrom('chat_files')
    .selectAll()
    .where('hub', '=', hub)
    .where('scope', '=', scope)
    .execute()
  return rows.map(fileOfRow).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

export async function fileNamed(
  db: Kysely<Tables> | Transaction<Tables>,
  { hub, scope }: ScopeOf,
  name: string,
): Promise<ChatFileRow | null> {
  const row = await db
    .selectFrom('chat_files')
    .selectAll()
    .where('hub', '=', hub)
    .where('scope', '=', scope)
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? fileOfRow(row) : null
}

export async function addFile(
  tx: Transaction<Tables>,
  { hub, scope }: ScopeOf,
  { name, hash, size, contentType }: ChatFileRow,
  now: number,
): Promise<boolean> {
  const added = await tx
    .insertInto('chat_files')
    .values({ hub, scope, name, hash, size, content_type: contentType, saved_at_ms: now })
    .onConflict((conflict) => conflict.columns(['hub', 'scope', 'name']).doNothing())
    .returning('name')
    .executeTakeFirst()
  return added !== undefined
}

/** Does nothing if the file no longer has the content `from`. */
export async function changeFile(
  tx: Transaction<Tables>,
  { hub, scope }: ScopeOf,
  { name, from, to }: { name: string; from: string; to: BlobName },
  now: number,
): Promise<boolean> {
  const changed = await tx
    .updateTable('chat_files')
    .set({ hash: to.hash, size: to.size, saved_at_ms: now })
    .where('hub', '=', hub)
    .where('scope', '=', scope)
    .where('name', '=', name)
    .where('hash', '=', from)
    .returning('name')
    .executeTakeFirst()
  return changed !== undefined
}

/** Does nothing if the file no longer has the content `hash`. */
export async function removeFile(
  db: Kysely<Tables>,
  { hub, scope }: ScopeOf,
  { name, hash }: { name: string; hash: string },
): Promise<boolean> {
  const removed = await db
    .deleteFrom('chat_files')
    .where('hub', '=', hub)
    .where('scope', '=', scope)
    .where('name', '=', name)
    .where('hash', '=', hash)
    .returning('name')
    .executeTakeFirst()
  return removed !== undefined
}

/** Undefined if the scope has no owner. */
export async function scopeOwner(
  db: Kysely<Tables>,
  { hub, scope }: ScopeOf,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('chat_scopes')
    .select('owner')
    .where('hub', '=', hub)
    .where('scope', '=', scope)
    .executeTakeFirst()
  return row?.owner
}

interface ScopeClaim {
  id: string
  owner: string | null
  createdAt: number
  /** Null for a chat of an earlier release whose links were never revoked. */
  linkGeneration: number | null
}

export async function claimScope(
  db: Kysely<Tables>,
  { hub, scope }: ScopeOf,
  { id, owner, createdAt, linkGeneration }: ScopeClaim,
): Promise<string | null | undefined> {
  const known = await scopeOwner(db, { hub, scope })
  if (known !== undefined) return known
  await db
    .insertInto('chat_scopes')
    .values({ hub, scope, id, owner, created_at_ms: createdAt, link_generation: linkGeneration })
    .onConflict((conflict) => conflict.columns(['hub', 'scope']).doNothing())
    .execute()
  return scopeOwner(db, { hub, scope })
}

export async function linkGenerationOf(db: Kysely<Tables>, { hub, scope }: ScopeOf): Promise<number> {
  const row = await db
    .selectFrom('chat_scopes')
    .select('link_generation')
    .where('hub', '=', hub)
    .where('scope', '=', scope)
    .executeTakeFirst()
  return row?.link_generation ?? 0
}

/** One statement, because two instances may revoke links at once. */
export async function nextLinkGeneration(db: Kysely<Tables>, { hub, scope }: ScopeOf): Promise<void> {
  await db
    .updateTable('chat_scopes')
    .set({ link_generation: sql<number>`coalesce(link_generation, 0) + 1` })
    .where('hub', '=', hub)
    .where('scope', '=', scope)
    .execute()
}

export async function takeLinkGeneration(
  db: Kysely<Tables>,
  { hub, scope }: ScopeOf,
  generation: number,
): Promise<void> {
  await db
    .updateTable('chat_scopes')
    .set({ link_generation: generation })
    .where('hub', '=', hub)
    .where('scope', '=', scope)
    .where((where) =>
      where.or([where('link_generation', 'is', null), where('link_generation', '<', generation)]),
    )
    .execute()
}

export async function removeScope(tx: Transaction<Tables>, { hub, scope }: ScopeOf): Promise<string[]> {
  for (const table of ['chat_scopes', 'chat_turns'] as const)
    await tx.deleteFrom(table).where('hub', '=', hub).where('scope', '=', scope).execute()
  const files = await tx
    .deleteFrom('chat_files')
    .where('hub', '=', hub)
    .where('scope', '=', scope)
    .returning('hash')
    .execute()
  return files.map(({ hash }) => hash)
}

export interface ScopedTurn {
  scope: string
  turn: HistoryTurn
}

const MAX_BATCH_TURNS = 100

export async function addTurns(db: Kysely<Tables>, hub: string, turns: readonly ScopedTurn[]): Promise<void> {
  for (const some of portions(turns, MAX_BATCH_TURNS))
    await db
      .insertInto('chat_turns')
      .values(
        some.map(({ scope, turn }) => ({
          hub,
          scope,
          id: turn.id,
          at: turn.at,
          record: JSON.stringify(turn),
        })),
      )
      .onConflict((conflict) => conflict.columns(['hub', 'scope', 'id']).doNothing())
      .execute()
}
