import { portions } from '#ground/base/portions.ts'
import { nameOrder } from '#features/people/name-order.ts'
import { isSampled } from '#features/people/sample.ts'
import { endingsOf, wordsOf } from '#features/people/search-words.ts'
import type { Store } from '#ground/store/store.ts'

export interface SeededPerson {
  subject: string
  status: string
  role: string
  words: readonly string[]
  hubs: readonly string[]
}

export const seededSubject = (n: number): string =>
  `person${n}.${SURNAMES[n % SURNAMES.length]}@${companyOf(n)}.example.com`

export async function seedPeople(
  store: Pick<Store, 'db' | 'transaction'>,
  { people, hubs }: { people: number; hubs: number },
): Promise<SeededPerson[]> {
  const seeded = Array.from({ length: people }, (_, n): SeededPerson => {
    const company = companyOf(n)
    const subject = seededSubject(n)
    return {
      subject,
      status: n % 50 === 0 ? 'pending' : 'active',
      role: n % 500 === 1 ? 'admin' : 'user',
      words: wordsOf(subject, nameOf(n)),
      hubs: [`hub-${n % hubs}`, `hub-${(n * 7 + 1) % hubs}`, `${company}-${n % 20}`],
    }
  })
  await store.transaction(async (tx) => {
    for (let start = 0; start < people; start += 200) {
      const some = seeded.slice(start, start + 200)
      await tx
        .insertInto('people')
        .values(
          some.map(({ subject, status, role }, n) => ({
            ...ACCOUNT,
            subject,
            status,
            role,
            account_id: subject,
            name: nameOf(start + n),
            name_order: nameOrder(subject, nameOf(start + n)),
          })),
        )
        .execute()
      const endings = some.flatMap(({ subject, words }) =>
        endingsOf(...words).map((word) => ({ word, subject })),
      )
      for (const portion of portions(endings)) await tx.insertInto('people_words').values(portion).execute()
      await tx
        .insertInto('access_subjects')
        .values(some.map(({ subject }) => ({ subject })))
        .execute()
      const sampled = some.filter(({ subject }) => isSampled(subject))
      if (sampled.length > 0)
        await tx
          .insertInto('people_sample')
          .values(sampled.map(({ subject }) => ({ subject })))
          .execute()
      await tx
        .insertInto('access_grants')
        .values(
          some.flatMap(({ subject, hubs: on }) =>
            [...new Set(on)].map((hub) => ({ ...GRANT, subject, hub })),
          ),
        )
        .execute()
    }
    for (const [key, group] of Map.groupBy(seeded, ({ status, role }) => `${status} ${role}`)) {
      const [status, role] = key.split(' ') as [string, string]
      const count = group.length
      await tx
        .insertInto('people_counts')
        .values({ status, role, count })
        .onConflict((conflict) =>
          conflict
            .columns(['status', 'role'])
            .doUpdateSet((row) => ({ count: row('people_counts.count', '+', count) })),
        )
        .execute()
    }
  })
  return seeded
}

const SURNAMES = ['smith', 'meyer', 'rossi', 'novak', 'tanaka', 'silva', 'okafor']
const companyOf = (n: number) => (n % 2 ? 'acme' : 'bolt')
const nameOf = (n: number) => `Person ${n} ${SURNAMES[n % SURNAMES.length]}`

const ACCOUNT = {
  sign_in: 'password',
  chosen_sign_in: null,
  is_primary: 0,
  is_pending: 0,
  created_at: 1,
  last_active_at: 1,
  mirrored_at_ms: 1,
}
const GRANT = { permission: 'use_hub', granted_by: 'system:cli', granted_at_ms: 1, revision: 1 }
