import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { systemClock } from '#ground/base/clock.ts'
import { followChanges } from '#features/people/follow.ts'
import { createMirror } from '#features/people/mirror.ts'
import type { Store } from '#ground/store/store.ts'
import { startPeopleWorld, type PeopleWorld } from '../support/people-world.ts'
import { BACKENDS } from '../support/stores.ts'

const EVERYBODY = { isOrganizationAdmin: true, manages: [] }
const ACCOUNTS = 3200

for (const backend of BACKENDS) {
  const { kind, skip } = backend

  test(
    `thousands of accounts are read in few requests, and their changes in one, on ${kind} [people.follow]`,
    { skip },
    async (t) => {
      const world = (await startPeopleWorld(t, backend))()
      const { db } = world.store
      await addAccounts(world.store, ACCOUNTS)
      const requests = requestsOf(t)
      const delay = monitorEventLoopDelay({ resolution: 10 })
      delay.enable()
      await world.people.refresh()
      delay.disable()
      assert.deepEqual(await listed(world), { total: ACCOUNTS + 1, isWhole: true })
      assert.equal(requests.length, Math.ceil((ACCOUNTS + 1) / 500))
      assert.ok(delay.max / 1e6 < 1000, `the loop stood still for ${delay.max / 1e6} ms`)

      requests.length = 0
      await db.updateTable('chatapp_users').set({ name: 'Renamed' }).where('id', '=', 's7').execute()
      await db.updateTable('chatapp_users').set({ email: 'other@x.org' }).where('id', '=', 's8').execute()
      await db.deleteFrom('chatapp_users').where('id', '=', 's9').execute()
      await db.updateTable('chatapp_users').set({ role: 'admin' }).where('id', '=', 's10').execute()
      await world.signUp('new@x.org')
      const refreshed = await world.people.refresh()
      assert.ok(refreshed.ok)
      assert.equal(refreshed.value.accounts, ACCOUNTS + 1)
      assert.equal(requests.length, 1)
      const found = await db
        .selectFrom('people')
        .select(['subject', 'name', 'role'])
        .where('subject', 'in', ['s7@x.org', 's8@x.org', 'other@x.org', 's9@x.org', 's10@x.org', 'new@x.org'])
        .orderBy('subject')
        .execute()
      assert.deepEqual(found, [
        { subject: 'new@x.org', name: 'new', role: 'user' },
        { subject: 'other@x.org', name: 'S', role: 'user' },
        { subject: 's10@x.org', name: 'S', role: 'admin' },
        { subject: 's7@x.org', name: 'Renamed', role: 'user' },
      ])

      // Simulates a restored backup of the web chat, which lacks the newest changes.
      await createMirror({ store: world.store, clock: systemClock }).resetFollowed()
      await db
        .updateTable('people_progress')
        .set({ value: 1e9 })
        .where('name', '=', 'accounts_followed')
        .execute()
      await db.insertInto('people').values(STRANGER).execute()
      await world.people.refresh()
      assert.equal(await world.people.find(EVERYBODY, STRANGER.subject), null, 'who has no account any more')
    },
  )

  test(
    `a list says that it is incomplete while accounts are being read, for any reader, on ${kind} [people.whole]`,
    { skip },
    async (t) => {
      const world = (await startPeopleWorld(t, backend))()
      await addAccounts(world.store, 1200)
      const mirror = createMirror({ store: world.store, clock: systemClock })
      const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const { changes } = world.chatapp.accounts
      const accounts = {
        async changes(after: number) {
          if (after > 0) {
            reached.resolve()
            await gate.promise
          }
          return changes(after)
        },
      }
      const slow = followChanges({ accounts, mirror })
      await reached.promise
      await mirror.setRefreshedAt(systemClock.now())
      const partial = await listed(world)
      assert.equal(partial.isWhole, false)
      assert.ok(partial.total < 1201)
      const fast = await followChanges({ accounts: { changes }, mirror })
      gate.resolve()
      assert.ok(fast.ok && (await slow).ok)
      assert.deepEqual(await listed(world), { total: 1201, isWhole: true })
    },
  )
}

async function listed({ people }: PeopleWorld) {
  const all = await people.list(EVERYBODY, {}, { offset: 0, limit: 1 })
  assert.ok(all.isWhole || !all.totalIsExact)
  return { total: all.total, isWhole: all.isWhole }
}

function requestsOf(t: TestContext): string[] {
  const paths: string[] = []
  const note = (message: unknown) => {
    const { path } = (message as { request: ClientRequest }).request
    if (path.startsWith('/api/v1/users/')) paths.push(path)
  }
  subscribe('http.client.request.start', note)
  t.after(() => unsubscribe('http.client.request.start', note))
  return paths
}

const addAccounts = ({ db }: Store, count: number) =>
  sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
    insert into chatapp_users (id, email, name, role, profile_image_url, settings, created_at, updated_at, last_active_at)
    select 's' || i, 's' || i || '@x.org', 'S', 'user', '', '{}', 2000000000 + i, 1, 1 from n`.execute(db)

const STRANGER = {
  subject: 'stranger@x.org',
  account_id: 'gone',
  name: 'Gone',
  role: 'user',
  status: 'active',
  sign_in: 'password',
  chosen_sign_in: null,
  is_primary: 0,
  is_pending: 0,
  created_at: 1,
  last_active_at: 1,
  mirrored_at_ms: 1,
}
