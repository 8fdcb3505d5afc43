import { sql } from 'kysely'
import type { Store } from '#ground/store/store.ts'

export async function seedChats(
  { db }: Store,
  { people, chats, messages }: { people: number; chats: number; messages: number },
): Promise<void> {
  const count = (name: string, n: number) =>
    sql`${sql.raw(name)}(n) as (select 1 union all select n + 1 from ${sql.raw(name)} where n < ${sql.lit(n)})`
  await sql`with recursive ${count('p', people)}
    insert into chatapp_users (id, email, name, role, profile_image_url, settings, created_at, updated_at, last_active_at)
    select 'u' || n, 'u' || n || '@x.org', 'U', 'user', '', '{}', 2000000000, 1, 1 from p`.execute(db)
  await sql`with recursive ${count('p', people)}, ${count('c', chats)}
    insert into chatapp_chats (id, user_id, title, extra, pinned, archived, created_at, updated_at)
    select 'u' || p.n || '-' || c.n, 'u' || p.n, 'Common ' || c.n, '{}', 0, 0, 1, c.n from p, c`.execute(db)
  await sql`with recursive ${count('m', messages)}
    insert into chatapp_messages (chat_id, id, role, content, state, extra, created_at, position)
    select chatapp_chats.id, 'm' || m.n, 'user', 'common words ' || m.n, 'done', '{}', 1, m.n from chatapp_chats, m`.execute(
    db,
  )
}
