// `node bench/access.ts`: measures the duration of access decisions with 10,000 people on each of 100 Hubs.
import { createAccess } from '#core/access/access.ts'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { systemClock } from '#ground/base/clock.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { figure } from './support/figures.ts'
import { measureAlone } from './support/quiet.ts'
import { newStore } from './support/store.ts'

const PEOPLE = 10_000
const HUBS = 100
const DECISIONS = 50_000
const CLI = { actor: { system: 'cli' as const } }

measureAlone()
await using store = await openStore(await newStore())
await seed(store)
const access = createAccess({ store, changes: createAccessChanges(store), clock: systemClock })
const caller = (n: number) => ({ email: `person${n % PEOPLE}@example.org` })

await measure('warm decision, one person', DECISIONS, () => access.decide(caller(7), 'hub-7', 'use_hub'))
for (let n = 0; n < 10_000; n++) await access.decide(caller(n), `hub-${n % HUBS}`, 'use_hub')
await measure('warm decision, 10,000 people', DECISIONS, (n) =>
  access.decide(caller(n % 10_000), `hub-${(n % 10_000) % HUBS}`, 'use_hub'),
)
await access.block(CLI, 'somebody@example.org')
await measure('decision after a change', 10_000, (n) =>
  access.decide(caller(n), `hub-${n % HUBS}`, 'use_hub'),
)
await measure('grant and revoke', 500, async (n) => {
  const request = { subject: `new${n}@example.org`, hub: `hub-${n % HUBS}`, permission: 'use_hub' }
  await access.grant(CLI, request)
  await access.revoke(CLI, request)
})
const page = { offset: 5000, limit: 50 }
await measure('people of a Hub, by part of a name', 50, () =>
  access.listAccess({ hubs: ['hub-7'], q: 'son9', ...page }),
)
await measure('people of every Hub', 50, () => access.listAccess({ hubs: null, q: null, ...page }))

async function measure(what: string, times: number, work: (n: number) => Promise<unknown>): Promise<void> {
  const started = performance.now()
  for (let n = 0; n < times; n++) await work(n)
  const micros = ((performance.now() - started) / times) * 1000
  figure(what, micros)
  console.log(`${what.padEnd(36)} ${micros.toFixed(1).padStart(9)} µs`)
}

async function seed(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    for (let hub = 0; hub < HUBS; hub++) {
      const slug = `hub-${hub}`
      await tx
        .insertInto('access_policies')
        .values({ hub: slug, mode: 'console', revision: 1, was_administered: 0, created_at_ms: 0 })
        .execute()
      for (let start = 0; start < PEOPLE; start += 1000)
        await tx
          .insertInto('access_grants')
          .values(
            Array.from({ length: 1000 }, (_, n) => ({
              hub: slug,
              subject: `person${start + n}@example.org`,
              permission: 'use_hub',
              granted_by: 'system:cli',
              granted_at_ms: 0,
              revision: 1,
            })),
          )
          .execute()
    }
    for (let start = 0; start < PEOPLE; start += 1000)
      await tx
        .insertInto('access_subjects')
        .values(Array.from({ length: 1000 }, (_, n) => ({ subject: `person${start + n}@example.org` })))
        .execute()
  })
}
