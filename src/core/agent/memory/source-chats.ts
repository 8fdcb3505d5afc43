import type { Store } from '#ground/store/store.ts'

/** Titles of those of the web chat's chats that belong to the person and are not deleted. */
export type SourceChats = (email: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

export const createSourceChats =
  ({ db }: Pick<Store, 'db'>): SourceChats =>
  async (email, ids) => {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('chatapp_chats')
      .innerJoin('chatapp_users', 'chatapp_users.id', 'chatapp_chats.user_id')
      .select(['chatapp_chats.id', 'chatapp_chats.title'])
      .where('chatapp_chats.id', 'in', [...ids])
      .where('chatapp_chats.deleted_at', 'is', null)
      .where('chatapp_users.email', '=', email)
      .execute()
    return new Map(rows.map(({ id, title }) => [id, title]))
  }
