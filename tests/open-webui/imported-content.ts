import type { StoreLocation } from '#ground/store/location.ts'
import { openStore } from '#ground/store/store.ts'

export async function importedContent(location: StoreLocation) {
  await using store = await openStore(location)
  const { db } = store
  const users = await db.selectFrom('chatapp_users').select(['email', 'name', 'role']).execute()
  const chats = await db
    .selectFrom('chatapp_chats')
    .select(['id', 'user_id', 'title', 'extra', 'current_message_id', 'pinned', 'archived', 'deleted_at'])
    .execute()
  const messages = await db
    .selectFrom('chatapp_messages')
    .select(['chat_id', 'id', 'parent_id', 'content', 'state', 'position'])
    .execute()
  const files = await db.selectFrom('chatapp_files').select(['id', 'user_id', 'filename', 'hash']).execute()
  const keys = await db.selectFrom('chatapp_api_keys').select(['id', 'key_hash', 'hint']).execute()
  const members = await db.selectFrom('chatapp_group_members').select(['group_id', 'user_id']).execute()
  const folders = await db.selectFrom('chatapp_folders').select('name').execute()
  const sorted = <T>(rows: readonly T[]) =>
    rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) // databases sort texts differently
  return {
    users: sorted(users),
    chats: sorted(chats),
    messages: sorted(messages),
    files: sorted(files),
    keys: sorted(keys),
    members: sorted(members),
    folders: sorted(folders),
  }
}
