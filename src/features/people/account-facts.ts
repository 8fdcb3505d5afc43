import type { PersonAccountFacts } from '#core/access/routes/deps.ts'
import type { Store } from '#ground/store/store.ts'

const BATCH_SIZE = 500

export async function readAccountFacts(
  { db }: Pick<Store, 'db'>,
  subjects: readonly string[],
): Promise<Map<string, PersonAccountFacts>> {
  const facts = new Map<string, PersonAccountFacts>()
  for (let start = 0; start < subjects.length; start += BATCH_SIZE) {
    const rows = await db
      .selectFrom('people')
      .select(['subject', 'name', 'status'])
      .where('subject', 'in', subjects.slice(start, start + BATCH_SIZE))
      .where('account_id', 'is not', null)
      .execute()
    for (const { subject, name, status } of rows)
      facts.set(subject, { name: name ?? '', status: status as PersonAccountFacts['status'] })
  }
  return facts
}

/** With `hubs`, counts only people with a grant on one of these Hubs; with null, all people. */
export async function countAccounts(
  { db }: Pick<Store, 'db'>,
  hubs: readonly string[] | null,
): Promise<number> {
  const people = db
    .selectFrom('people')
    .where('status', '=', 'active')
    .where('account_id', 'is not', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
  const limited =
    hubs === null
      ? people
      : people.where('subject', 'in', (eb) =>
          eb
            .selectFrom('access_grants')
            .select('subject')
            .where('hub', 'in', [...hubs, '*']),
        )
  return (await limited.executeTakeFirstOrThrow()).n
}
