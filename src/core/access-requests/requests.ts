import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { AccessRequestQuery } from './schema.ts'

/** Must equal `LIFETIME_SECONDS` in `chatapp/access-requests/access-requests.ts`. */
export const LIFETIME_SECONDS = 30 * 86_400

export interface RequestsDeps {
  store: Pick<Store, 'db'>
  clock: Clock
}

export type ListedAccessRequest = Awaited<
  ReturnType<ReturnType<typeof createAccessRequestList>['list']>
>['items'][number]

export function createAccessRequestList({ store: { db }, clock }: RequestsDeps) {
  const known = (hubs: readonly string[]) =>
    db
      .selectFrom('chatapp_access_requests as request')
      .innerJoin('chatapp_users as account', 'account.id', 'request.user_id')
      .where('request.hub', 'in', hubs)
      .where('account.role', '!=', 'pending')
  const fields = [
    'request.id',
    'request.hub',
    'request.note',
    'request.state',
    'request.asked_at',
    'request.decided_at',
    'request.decided_by',
    'account.email',
    'account.name',
  ] as const
  const decide = (id: string, state: 'given' | 'declined', by: string) =>
    db
      .updateTable('chatapp_access_requests')
      .set({ state, decided_at: epochSeconds(clock), decided_by: by })
      .where('id', '=', id)

  return {
    async list(
      hubs: readonly string[],
      { state, limit, offset }: Pick<AccessRequestQuery, 'state' | 'limit' | 'offset'>,
    ) {
      if (hubs.length === 0) return { items: [], total: 0 }
      let matching = known(hubs).where('request.state', '=', state)
      if (state === 'asked')
        matching = matching.where('request.asked_at', '>', epochSeconds(clock) - LIFETIME_SECONDS)
      const { total } = await matching
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const items = await matching
        .select(fields)
        .orderBy('request.asked_at', 'desc')
        .orderBy('request.id')
        .limit(limit)
        .offset(offset)
        .execute()
      return { items, total }
    },

    find: async (hubs: readonly string[], id: string) =>
      hubs.length === 0
        ? undefined
        : await known(hubs).where('request.id', '=', id).select(fields).executeTakeFirst(),

    /** If the request was refused concurrently, replaces the refusal. */
    async give(id: string, by: string): Promise<void> {
      await decide(id, 'given', by).where('state', '!=', 'given').execute()
    },

    async decline(id: string, by: string): Promise<void> {
      await decide(id, 'declined', by).where('state', '=', 'asked').execute()
    },
  }
}
