import type { Store } from '#ground/store/store.ts'

export const hubsWithOpenMessages = async (
  { db }: Pick<Store, 'db'>,
  hubs: readonly string[],
): Promise<string[]> => {
  const received = db.selectFrom('messages').where('state', 'in', ['received', 'answering'])
  const waiting = db.selectFrom('outbox').where('state', '=', 'waiting')
  const rows = await received
    .where('hub', 'in', hubs)
    .select('hub')
    .union(waiting.where('hub', 'in', hubs).select('hub'))
    .execute()
  return rows.map(({ hub }) => hub)
}
