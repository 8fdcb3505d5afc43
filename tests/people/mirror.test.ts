import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isPerson } from '#core/access/subject.ts'
import { systemClock } from '#ground/base/clock.ts'
import type { ClientAccount } from '#ground/identity/chatapp-client/account.ts'
import { listPeople } from '#features/people/list.ts'
import { createMirror } from '#features/people/mirror.ts'
import { isSampled } from '#features/people/sample.ts'
import type { Store } from '#ground/store/store.ts'
import { CLI, openTestAccess } from '../support/access.ts'
import { BACKENDS } from '../support/stores.ts'

const PEOPLE = ['bob@x.org', 'eve@x.org', 'svc:robot'] as const
const subject = fc.constantFrom(...PEOPLE)
const step = fc.oneof(
  fc.record({ kind: fc.constant('grant' as const), subject }),
  fc.record({ kind: fc.constant('revoke' as const), subject }),
  fc.record({ kind: fc.constant('block' as const), subject }),
  fc.record({ kind: fc.constant('unblock' as const), subject }),
  fc.record({ kind: fc.constant('gone' as const), subject }),
  fc.record({
    kind: fc.constant('seen' as const),
    subject,
    role: fc.constantFrom('pending' as const, 'user' as const, 'admin' as const),
    name: fc.constantFrom('Robin', 'Alex Kim'),
  }),
)

for (const backend of BACKENDS)
  test(
    `after any changes the list matches accounts, grants and blocks, on ${backend.kind} [people.fresh]`,
    { skip: backend.skip },
    async (t) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const [{ store, access }] = await openTestAccess(t, backend)
          const mirror = createMirror({ store, clock: systemClock })
          const accounts = new Map<string, ClientAccount>()
          for (const one of steps) {
            const target = { subject: one.subject, hub: 'garden', permission: 'use_hub' }
            if (one.kind === 'grant' || one.kind === 'revoke') await access[one.kind](CLI, target)
            else if (one.kind === 'block' || one.kind === 'unblock') await access[one.kind](CLI, one.subject)
            else if (isPerson(one.subject)) {
              const account = one.kind === 'seen' ? accountOf(one.subject, one.role, one.name) : null
              if (account) accounts.set(one.subject, account)
              else accounts.delete(one.subject)
              await mirror.see(new Map([[one.subject, { account }]]))
            }
          }
          await mirror.catchUp()
          assert.deepEqual(await shown(store), await expected(store, accounts))
          const { total } = await listPeople(store, { hubs: null }, { offset: 0, limit: 1 })
          assert.equal(total, (await shown(store)).length + 1)
        }),
        { numRuns: backend.kind === 'sqlite' ? 40 : 4 },
      )
    },
  )

const accountOf = (email: string, role: ClientAccount['role'], name: string): ClientAccount => ({
  id: `id of ${email}`,
  email,
  name,
  role,
  profileImageUrl: '',
  signIn: 'password',
  createdAt: 1,
  lastActiveAt: 1,
})

async function shown({ db }: Pick<Store, 'db'>) {
  const { people } = await listPeople({ db }, { hubs: null }, { offset: 0, limit: 200 })
  const rows = people
    .map(({ subject: name, status, role, name: called }) => [name, status, role, called])
    .toSorted(([a], [b]) => (a! < b! ? -1 : 1))
  const counts = await db.selectFrom('people_counts').selectAll().where('count', '!=', 0).execute()
  const words = await db.selectFrom('people_words').select('subject').distinct().execute()
  const sample = await db.selectFrom('people_sample').select('subject').execute()
  assert.deepEqual(
    sample.map((row) => row.subject),
    rows.map(([name]) => name!).filter(isSampled),
  )
  assert.equal(
    counts.reduce((sum, { count }) => sum + count, 0),
    rows.length,
  )
  assert.deepEqual(
    words.map((row) => row.subject).toSorted(),
    rows.map(([name]) => name),
  )
  return rows.filter(([name]) => (PEOPLE as readonly (string | null)[]).includes(name!))
}

async function expected({ db }: Pick<Store, 'db'>, accounts: ReadonlyMap<string, ClientAccount>) {
  const grants = await db.selectFrom('access_grants').select('subject').execute()
  const blocks = await db.selectFrom('access_blocks').select('subject').execute()
  return PEOPLE.flatMap((name) => {
    const account = accounts.get(name)
    const isBlocked = blocks.some((row) => row.subject === name)
    if (!account && !isBlocked && !grants.some((row) => row.subject === name)) return []
    const status = isBlocked
      ? 'blocked'
      : !account
        ? 'unknown'
        : account.role === 'pending'
          ? 'pending'
          : 'active'
    const role = account ? (account.role === 'admin' ? 'admin' : 'user') : null
    return [[name, status, role, account?.name ?? null]]
  })
}
