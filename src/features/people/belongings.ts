import type { Store } from '#ground/store/store.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { ChatappRefusal } from '#ground/identity/chatapp-client/refusal.ts'
import type { Belongings } from './schema.ts'

/** Omits keys, because Open WebUI shows them only to their owner. */
export async function readOpenWebuiBelongings(
  { accounts, groups }: Pick<ChatappClient, 'accounts' | 'groups'>,
  email: string,
): Promise<Result<Belongings, ChatappRefusal>> {
  const account = await accounts.findByEmail(email)
  if (!account.ok) return account
  if (account.value === null) return accepted({ groups: [], keys: null, schedules: null })
  const found = await groups.of(account.value.id)
  if (!found.ok) return found
  const named = found.value.map(({ id, name }) => ({ id, name }))
  return accepted({
    groups: named.toSorted((a, b) => a.name.localeCompare(b.name)),
    keys: null,
    schedules: null,
  })
}

/** Reads no part of a key's secret. */
export async function readBelongings({ db }: Pick<Store, 'db'>, email: string): Promise<Belongings> {
  const account = await db
    .selectFrom('chatapp_users')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirst()
  if (!account) return { groups: [], keys: [], schedules: 0 }
  const [groups, keys, { schedules }] = await Promise.all([
    db
      .selectFrom('chatapp_group_members')
      .innerJoin('chatapp_groups as group', 'group.id', 'chatapp_group_members.group_id')
      .where('chatapp_group_members.user_id', '=', account.id)
      .select(['group.id', 'group.name'])
      .orderBy('group.name')
      .execute(),
    db
      .selectFrom('chatapp_api_keys')
      .where('user_id', '=', account.id)
      .select(['name', 'hubs', 'created_at', 'expires_at', 'last_used_at'])
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('chat_schedules')
      .where('user_id', '=', account.id)
      .select(({ fn }) => fn.countAll<number>().as('schedules'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    groups,
    schedules,
    keys: keys.map(({ name, hubs, created_at, expires_at, last_used_at }) => ({
      name,
      hubs: hubs === null ? null : (JSON.parse(hubs) as string[]),
      created_at: timeOf(created_at),
      expires_at: expires_at === null ? null : timeOf(expires_at),
      last_used_at: last_used_at === null ? null : timeOf(last_used_at),
    })),
  }
}

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()
