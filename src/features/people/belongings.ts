import type { Store } from '#ground/store/store.ts'
import type { Belongings } from './schema.ts'

/** Reads no part of a key's secret. */
export async function readBelongings({ db }: Pick<Store, 'db'>, email: string): Promise<Belongings> {
  const [groups, keys] = await Promise.all([
    db
      .selectFrom('chatapp_group_members')
      .innerJoin('chatapp_groups as group', 'group.id', 'chatapp_group_members.group_id')
      .innerJoin('chatapp_users as account', 'account.id', 'chatapp_group_members.user_id')
      .where('account.email', '=', email)
      .select(['group.id', 'group.name'])
      .orderBy('group.name')
      .execute(),
    db
      .selectFrom('chatapp_api_keys as key')
      .innerJoin('chatapp_users as account', 'account.id', 'key.user_id')
      .where('account.email', '=', email)
      .select(['key.name', 'key.hubs', 'key.created_at', 'key.expires_at', 'key.last_used_at'])
      .orderBy('key.created_at')
      .execute(),
  ])
  return {
    groups,
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
