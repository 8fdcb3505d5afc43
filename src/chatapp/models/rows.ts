import type { Kysely, Selectable, Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { createBulkInsert } from '#ground/store/bulk-insert.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { ModelReader } from './catalog.ts'
import type { StoredModelGrant, ModelRow } from './model.ts'

/** A draft without `grants` keeps the stored grants. */
export interface ModelRowDraft {
  id: string
  ownerId: string
  baseModelId: string | null
  name: string
  meta: Record<string, unknown>
  params: Record<string, unknown>
  isActive: boolean
  grants?: readonly GrantDraft[]
}

export type GrantDraft = Pick<StoredModelGrant, 'principalType' | 'principalId' | 'permission'>

export type ModelRows = ReturnType<typeof createModelRows>

export function createModelRows({ store, clock }: { store: Store; clock: Clock }) {
  return {
    /** `reader` limits the listed grants to the reader's own, because a model may have many grants. */
    async list(reader?: Pick<ModelReader, 'id' | 'groupIds'>): Promise<ModelRow[]> {
      const rows = await store.db
        .selectFrom('chatapp_models')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      const grants = reader ? await grantsOf(store.db, reader) : await allGrants(store.db)
      const byModel = Map.groupBy(grants, (grant) => grant.model_id)
      return rows.map((row) => modelRowOf(row, byModel.get(row.id) ?? []))
    },

    find: (id: string): Promise<ModelRow | null> => findRow(store.db, id),

    async create(draft: ModelRowDraft): Promise<ModelRow | null> {
      return store.transaction(async (tx) => {
        const now = epochSeconds(clock)
        const inserted = await tx
          .insertInto('chatapp_models')
          .values({ ...columnsOf(draft), id: draft.id, created_at: now, updated_at: now })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst()
        if (!inserted.numInsertedOrUpdatedRows) return null
        await replaceGrants(tx, draft.id, draft.grants ?? [], now)
        return findRow(tx, draft.id)
      })
    },

    async save(draft: ModelRowDraft): Promise<ModelRow> {
      return store.transaction((tx) => saveRow(tx, draft, epochSeconds(clock)))
    },

    /** Saves all drafts or none. `removesOthers` also deletes other rows, except those of base models. */
    async saveAll(
      drafts: readonly ModelRowDraft[],
      { removesOthers }: { removesOthers: boolean },
    ): Promise<ModelRow[]> {
      return store.transaction(async (tx) => {
        const saved: ModelRow[] = []
        for (const draft of drafts) saved.push(await saveRow(tx, draft, epochSeconds(clock)))
        if (!removesOthers) return saved
        const kept = new Set(drafts.map(({ id }) => id))
        const own = tx.selectFrom('chatapp_models').select('id').where('base_model_id', 'is not', null)
        for (const { id } of await own.execute())
          if (!kept.has(id)) await tx.deleteFrom('chatapp_models').where('id', '=', id).execute()
        return saved
      })
    },

    async remove(id: string): Promise<boolean> {
      const deleted = await store.db.deleteFrom('chatapp_models').where('id', '=', id).executeTakeFirst()
      return deleted.numDeletedRows > 0n
    },
  }
}

const allGrants = (db: Kysely<Tables>) =>
  db.selectFrom('chatapp_model_grants').selectAll().orderBy('created_at').execute()

async function grantsOf(db: Kysely<Tables>, { id, groupIds }: Pick<ModelReader, 'id' | 'groupIds'>) {
  const heldBy = (type: StoredModelGrant['principalType'], ids: readonly string[]) =>
    db
      .selectFrom('chatapp_model_grants')
      .selectAll()
      .where('principal_type', '=', type)
      .where('principal_id', 'in', ids)
      .execute()
  const ofGroups = groupIds.length === 0 ? [] : await heldBy('group', groupIds)
  return [...(await heldBy('user', [id, '*'])), ...ofGroups]
}

async function findRow(db: Kysely<Tables>, id: string): Promise<ModelRow | null> {
  const row = await db.selectFrom('chatapp_models').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const grants = await db.selectFrom('chatapp_model_grants').selectAll().where('model_id', '=', id).execute()
  return modelRowOf(row, grants)
}

async function saveRow(tx: Transaction<Tables>, draft: ModelRowDraft, now: number): Promise<ModelRow> {
  const { user_id: _owner, ...changes } = columnsOf(draft)
  await tx
    .insertInto('chatapp_models')
    .values({ ...columnsOf(draft), id: draft.id, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...changes, updated_at: now }))
    .execute()
  if (draft.grants) await replaceGrants(tx, draft.id, draft.grants, now)
  return (await findRow(tx, draft.id))!
}

async function replaceGrants(
  tx: Transaction<Tables>,
  modelId: string,
  grants: readonly GrantDraft[],
  now: number,
) {
  await tx.deleteFrom('chatapp_model_grants').where('model_id', '=', modelId).execute()
  if (grants.length === 0) return
  const rows = grants.map((grant) => ({
    id: newId(),
    model_id: modelId,
    principal_type: grant.principalType,
    principal_id: grant.principalId,
    permission: grant.permission,
    created_at: now,
  }))
  await insertGrants(tx, rows)
}

// Conflicts are ignored, because the list of grants may contain duplicates.
const insertGrants = createBulkInsert((tx, rows: readonly Selectable<Tables['chatapp_model_grants']>[]) =>
  tx
    .insertInto('chatapp_model_grants')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing()),
)

const columnsOf = (draft: ModelRowDraft) => ({
  user_id: draft.ownerId,
  base_model_id: draft.baseModelId,
  name: draft.name,
  meta: JSON.stringify(draft.meta),
  params: JSON.stringify(draft.params),
  is_active: draft.isActive ? 1 : 0,
})

const modelRowOf = (
  row: Selectable<Tables['chatapp_models']>,
  grants: readonly Selectable<Tables['chatapp_model_grants']>[],
): ModelRow => ({
  id: row.id,
  ownerId: row.user_id,
  baseModelId: row.base_model_id,
  name: row.name,
  meta: JSON.parse(row.meta),
  params: JSON.parse(row.params),
  isActive: row.is_active === 1,
  grants: grants.map((grant) => ({
    id: grant.id,
    principalType: grant.principal_type as StoredModelGrant['principalType'],
    principalId: grant.principal_id,
    permission: grant.permission as StoredModelGrant['permission'],
    createdAt: grant.created_at,
  })),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
