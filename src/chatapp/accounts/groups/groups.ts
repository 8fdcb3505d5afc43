import type { Selectable, Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Permissions } from '../settings/schema.ts'
import type { Group, GroupDraft } from './group.ts'

/** Databases limit the number of parameters of a statement. */
const BATCH = 500

export type Groups = ReturnType<typeof createChatappGroups>

interface GroupsDeps {
  store: Store
  clock: Clock
}

export const createChatappGroups = (deps: GroupsDeps) => ({ ...readingOf(deps), ...changesOf(deps) })

const readingOf = ({ store: { db } }: GroupsDeps) => ({
  find: (id: string) => findGroup(db, id),

  async list(): Promise<Group[]> {
    return (await selected(db).orderBy('created_at').orderBy('id').execute()).map(groupOf)
  },

  async listOf(accountId: string): Promise<Group[]> {
    const rows = await selected(db)
      .innerJoin('chatapp_group_members', 'chatapp_group_members.group_id', 'chatapp_groups.id')
      .where('chatapp_group_members.user_id', '=', accountId)
      .orderBy('chatapp_groups.created_at')
      .orderBy('chatapp_groups.id')
      .execute()
    return rows.map(groupOf)
  },

  async idsOf(accountIds: readonly string[]): Promise<Map<string, string[]>> {
    if (accountIds.length === 0) return new Map()
    const rows = await db
      .selectFrom('chatapp_group_members')
      .select(['user_id', 'group_id'])
      .where('user_id', 'in', accountIds)
      .orderBy('group_id')
      .execute()
    const byAccount = Map.groupBy(rows, (row) => row.user_id)
    return new Map([...byAccount].map(([id, memberships]) => [id, memberships.map((row) => row.group_id)]))
  },

  async permissionsOf(accountId: string): Promise<Permissions[]> {
    const rows = await db
      .selectFrom('chatapp_group_members')
      .innerJoin('chatapp_groups', 'chatapp_groups.id', 'chatapp_group_members.group_id')
      .select('permissions')
      .where('chatapp_group_members.user_id', '=', accountId)
      .where('permissions', 'is not', null)
      .execute()
    return rows.map((row) => JSON.parse(row.permissions!) as Permissions)
  },

  async memberIds(id: string): Promise<string[]> {
    const rows = await db
      .selectFrom('chatapp_group_members')
      .select('user_id')
      .where('group_id', '=', id)
      .orderBy('created_at')
      .orderBy('user_id')
      .execute()
    return rows.map((row) => row.user_id)
  },
})

const changesOf = ({ store, clock }: GroupsDeps) => {
  const { db } = store
  return {
    async create(draft: GroupDraft, creatorId: string): Promise<Group> {
      const now = epochSeconds(clock)
      const row = {
        id: newId(),
        user_id: creatorId,
        name: draft.name,
        description: draft.description,
        data: jsonOf(draft.data ?? null),
        permissions: jsonOf(draft.permissions ?? null),
        created_at: now,
        updated_at: now,
      }
      await db.insertInto('chatapp_groups').values(row).execute()
      return groupOf({ ...row, member_count: 0 })
    },

    async update(id: string, draft: GroupDraft): Promise<Result<Group, 'group_missing'>> {
      await db
        .updateTable('chatapp_groups')
        .set({
          name: draft.name,
          description: draft.description,
          ...(draft.data === undefined ? {} : { data: jsonOf(draft.data) }),
          ...(draft.permissions === undefined ? {} : { permissions: jsonOf(draft.permissions) }),
          updated_at: epochSeconds(clock),
        })
        .where('id', '=', id)
        .execute()
      return findGroup(db, id)
    },

    /** Idempotent: skips unknown ids and existing members. */
    async add(id: string, accountIds: readonly string[]): Promise<Result<Group, 'group_missing'>> {
      return store.transaction(async (tx) => {
        const group = await lock(tx, id)
        if (!group) return refused('group_missing')
        const now = epochSeconds(clock)
        for (const batch of batches(accountIds)) {
          const known = await tx
            .selectFrom('chatapp_users')
            .select('id')
            .where('id', 'in', batch)
            .forKeyShare()
            .execute()
          if (known.length === 0) continue
          await tx
            .insertInto('chatapp_group_members')
            .values(known.map((account) => ({ group_id: id, user_id: account.id, created_at: now })))
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        }
        return findGroup(tx, id)
      })
    },

    async removeMembers(id: string, accountIds: readonly string[]): Promise<Result<Group, 'group_missing'>> {
      return store.transaction(async (tx) => {
        if (!(await lock(tx, id))) return refused('group_missing')
        for (const batch of batches(accountIds))
          await tx
            .deleteFrom('chatapp_group_members')
            .where('group_id', '=', id)
            .where('user_id', 'in', batch)
            .execute()
        return findGroup(tx, id)
      })
    },

    async remove(id: string): Promise<Result<void, 'group_missing'>> {
      return store.transaction(async (tx) => {
        if (!(await lock(tx, id))) return refused('group_missing')
        await tx
          .deleteFrom('chatapp_model_grants')
          .where('principal_type', '=', 'group')
          .where('principal_id', '=', id)
          .execute()
        await tx.deleteFrom('chatapp_groups').where('id', '=', id).execute()
        return accepted(undefined)
      })
    },
  }
}

type Reader = Pick<Transaction<Tables>, 'selectFrom'>

const selected = (tx: Reader) =>
  tx
    .selectFrom('chatapp_groups')
    .selectAll('chatapp_groups')
    .select((select) =>
      select
        .selectFrom('chatapp_group_members')
        .whereRef('group_id', '=', 'chatapp_groups.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('member_count'),
    )

async function findGroup(tx: Reader, id: string): Promise<Result<Group, 'group_missing'>> {
  const row = await selected(tx).where('id', '=', id).executeTakeFirst()
  return row ? accepted(groupOf(row)) : refused('group_missing')
}

const lock = (tx: Transaction<Tables>, id: string) =>
  tx.selectFrom('chatapp_groups').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

function* batches(ids: readonly string[]): Generator<string[]> {
  const unique = [...new Set(ids)]
  for (let start = 0; start < unique.length; start += BATCH) yield unique.slice(start, start + BATCH)
}

const jsonOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

const groupOf = (row: Selectable<Tables['chatapp_groups']> & { member_count: number | null }): Group => ({
  id: row.id,
  creatorId: row.user_id,
  name: row.name,
  description: row.description,
  data: row.data === null ? null : JSON.parse(row.data),
  permissions: row.permissions === null ? null : JSON.parse(row.permissions),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  memberCount: row.member_count ?? 0,
})
