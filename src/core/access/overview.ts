import type { Store } from '#ground/store/store.ts'

/** Count the grants on some Hubs and those who have them. */
export async function countGrants(
  { db }: Pick<Store, 'db'>,
  hubs: readonly string[],
): Promise<{ grants: number; subjects: number }> {
  if (hubs.length === 0) return { grants: 0, subjects: 0 }
  return db
    .selectFrom('access_grants')
    .where('hub', 'in', hubs)
    .select((eb) => [
      eb.fn.countAll<number>().as('grants'),
      eb.fn.count<number>('subject').distinct().as('subjects'),
    ])
    .executeTakeFirstOrThrow()
}
