import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { portions } from '#ground/base/portions.ts'
import type { BlobName } from '#ground/blobs/blobs.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { HistoryTurn } from '#core/chats/history.ts'

/** One chat of a Hub. */
export interface ScopeOf {
  /** Slug. */
  hub: string
  /** Name of its folder. */
  scope: string
}

/** A file's row. */
export interface KeptFile extends BlobName {
  name: string
  /** Null: the type that its name implies. */
  contentType: string | null
}

type Row = Selectable<Tables['chat_files']>

const keptFile = ({ name, hash, size, content_type: contentType }: Row): KeptFile => ({
  name,
  hash,
  size,
  contentType,
})

/** By name. */
export async function filesOf(
  db: Kysely<Tables> | Transaction<Tables>,
  { hub, scope }: ScopeOf,
): Promise<KeptFile[]> {
  const rows = await db
    .selectFrom('chat_files')
    .selectAll()
    .where('hub', '=', hub)
    .where('scope', '=', scope)
    .execute()
  return rows.map(keptFile).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

export async function fileNamed(
  db: Kysely<Tables> | Transaction<Tables>,
  { hub, scope }: ScopeOf,
  name: string,
): Promise<KeptFile | null> {
  const row = await db
    .selectFrom('chat_files')
    .selectAll()
    .where('hub', '=', hub)
    .where('scope', '=', scope)
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? keptFile(row) : null
}

/** Whether the name was free, and is the file's now. */
export async function addFile(
  tx: Transaction<Tables>,
  { hub, scope }: ScopeOf,
  { name, hash, size, contentType }: KeptFile,
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

/** Replaces a file's bytes, unless they changed meanwhile. */
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

/** Removes a file, unless its bytes changed meanwhile. */
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

/** Owner of a scope; undefined when it has none. */
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

/** Assigns a scope to an owner, unless it has one. @returns The owner. */
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

/** The generation of links to a chat's files. */
export async function linkGenerationOf(db: Kysely<Tables>, { hub, scope }: ScopeOf): Promise<number> {
  const row = await db
    .selectFrom('chat_scopes')
    .select('link_generation')
    .where('hub', '=', hub)
    .where('scope', '=', scope)
    .executeTakeFirst()
  return row?.link_generation ?? 0
}

/** Counts that links to a chat's files were revoked, in one statement: two instances may do so at once. */
export async function nextLinkGeneration(db: Kysely<Tables>, { hub, scope }: ScopeOf): Promise<void> {
  await db
    .updateTable('chat_scopes')
    .set({ link_generation: sql<number>`coalesce(link_generation, 0) + 1` })
    .where('hub', '=', hub)
    .where('scope', '=', scope)
    .execute()
}

/** Takes over the generation of links that a folder's record has. */
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

/** Remove all that is known of a chat. @returns Hashes that its files named. */
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

/** A turn that ended, and in which chat. */
export interface ScopedTurn {
  scope: string
  turn: HistoryTurn
}

const TURNS_AT_ONCE = 100

/** Record turns that ended; one that is recorded already stays as it is. */
export async function addTurns(db: Kysely<Tables>, hub: string, turns: readonly ScopedTurn[]): Promise<void> {
  for (const some of portions(turns, TURNS_AT_ONCE))
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
