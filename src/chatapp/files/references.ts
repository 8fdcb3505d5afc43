import { sql } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { MessageExtra } from '#chatapp/chats/message.ts'

export async function filesOnlyIn(
  { db }: Pick<Store, 'db'>,
  ownerId: string,
  chatId: string,
): Promise<string[]> {
  const withFiles = db
    .selectFrom('chatapp_messages')
    .innerJoin('chatapp_chats', 'chatapp_chats.id', 'chatapp_messages.chat_id')
    .select('chatapp_messages.extra')
    .where('chatapp_chats.user_id', '=', ownerId)
    .where(sql<boolean>`chatapp_messages.extra like '%"files":%'`)
  const here = fileIds(await withFiles.where('chatapp_chats.id', '=', chatId).execute())
  if (here.length === 0) return []
  const elsewhere = new Set(fileIds(await withFiles.where('chatapp_chats.id', '!=', chatId).execute()))
  return [...new Set(here)].filter((id) => !elsewhere.has(id))
}

const fileIds = (rows: readonly { extra: string }[]): string[] =>
  rows.flatMap((row) => ((JSON.parse(row.extra) as MessageExtra).files ?? []).map((file) => file.id))
