import type { Store } from '#ground/store/store.ts'

export const hubsWithOpenCalls = async (
  { db }: Pick<Store, 'db'>,
  hubs: readonly string[],
): Promise<string[]> => {
  const open = db.selectFrom('change_requests').where('call_state', 'in', ['waiting', 'running'])
  const rows = await open.where('hub', 'in', hubs).select('hub').distinct().execute()
  return rows.map(({ hub }) => hub)
}
