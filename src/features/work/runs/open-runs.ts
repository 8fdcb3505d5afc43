import type { Store } from '#ground/store/store.ts'

export const hubsWithOpenRuns = async (
  { db }: Pick<Store, 'db'>,
  hubs: readonly string[],
): Promise<string[]> => {
  const open = db.selectFrom('runs').where('status', 'in', ['queued', 'running'])
  const rows = await open.where('hub', 'in', hubs).select('hub').distinct().execute()
  return rows.map(({ hub }) => hub)
}
