import type { Store } from '#ground/store/store.ts'
import type { RatingsQuery } from './schema.ts'

type Reader = Pick<Store, 'db'>

/** Times are epoch seconds; `until` is exclusive. */
export async function countRatings(
  { db }: Reader,
  { hub, since, until }: { hub: string; since: number; until: number },
): Promise<{ good: number; bad: number }> {
  const rows = await db
    .selectFrom('chatapp_ratings')
    .select((select) => ['is_good', select.fn.countAll<number>().as('count')])
    .where('hub', '=', hub)
    .where('rated_at', '>=', since)
    .where('rated_at', '<', until)
    .groupBy('is_good')
    .execute()
  const of = (isGood: number) => rows.find((row) => row.is_good === isGood)?.count ?? 0
  return { good: of(1), bad: of(0) }
}

export async function readRatings(
  { db }: Reader,
  { hub, verdict, limit, offset }: Pick<RatingsQuery, 'hub' | 'verdict' | 'limit' | 'offset'>,
) {
  let matching = db.selectFrom('chatapp_ratings').where('hub', '=', hub)
  if (verdict) matching = matching.where('is_good', '=', verdict === 'good' ? 1 : 0)
  const [items, { total }] = await Promise.all([
    matching
      .select(['is_good', 'reason', 'comment', 'model', 'rated_at'])
      .orderBy('rated_at', 'desc')
      .orderBy('chat_id')
      .orderBy('message_id')
      .limit(limit)
      .offset(offset)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, total }
}
