import assert from 'node:assert/strict'
import { unwrap } from '#ground/api/errors.ts'
import { join } from 'node:path'
import { test } from 'node:test'
import { GRACE_MS, checkOwners } from '#features/artifacts/deleted-owners.ts'
import { folderWith } from '../support/folder.ts'
import { manualClock } from '../support/manual-clock.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { createContentsFixture, FILE } from './seed.ts'
import { startArtifacts } from './world.ts'
import { bytesKept } from '../support/stored-bytes.ts'

const DAY_MS = 86_400_000

test('artifacts of a deleted account are removed after thirty days with their contents, and recorded [artifacts.owner.gone] [artifacts.owner.unsure]', async (t) => {
  const world = await startArtifacts(t)
  const { pat, console } = world
  const gil = await world.addVisitor('Gil Gone', 'use_hub', 'share_public')
  const kept = await pat.publish({ content: 'kept' })
  const gone = await gil.publish({ content: 'one' })
  await gil.publish({ content: 'two', artifact: gone.id })
  await gil.share(gone.id, { kind: 'people', people: [pat.email] })
  await gil.ask('POST', `/artifacts/api/${gone.id}/link`, { body: { action: 'create' } })
  await gil.publish({ content: 'kept' })
  const counts = async () => {
    const { db } = console.store
    const tables = ['artifacts', 'artifact_versions', 'artifact_people', 'artifact_links'] as const
    const found: number[] = []
    for (const table of tables) found.push((await db.selectFrom(table).selectAll().execute()).length)
    const data = join(console.folder, 'data')
    const names = await bytesKept(data, { area: 'artifacts', folder: join(data, 'artifacts') })
    return [...found, names.filter((name) => /[0-9a-f]{64}$/.test(name)).length]
  }
  const records = async () =>
    (await console.store.db.selectFrom('access_changes').selectAll().orderBy('seq').execute()).filter(
      ({ actor }) => actor === 'system:artifacts',
    )
  const recorded = async (count: number) => {
    for (let tries = 0; (await records()).length < count && tries < 100; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (tries % 20 === 19) world.wait(DAY_MS)
    }
    return (await records()).map(({ action, subject, hub }) => [action, subject, hub])
  }
  assert.deepEqual(await counts(), [3, 4, 1, 1, 3])
  const deleted = await console.admin.delete(`/accounts/${gil.email}`, { confirm_email: gil.email })
  assert.equal(deleted.status, 200, deleted.text)

  world.wait(DAY_MS)
  const found = [['artifact.owner', gil.email, 'garden']]
  assert.deepEqual(await recorded(1), found)
  world.wait(29 * DAY_MS)
  world.wait(DAY_MS - 3 * 60 * 60_000)
  assert.deepEqual(await counts(), [3, 4, 1, 1, 3])
  world.wait(DAY_MS)
  const removed = ['artifact.delete', gil.email, 'garden']
  assert.deepEqual(await recorded(3), [...found, removed, removed])
  for (let tries = 0; (await counts()).at(-1)! > 1 && tries < 100; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  assert.deepEqual(await counts(), [1, 1, 0, 0, 1])
  assert.equal((await console.store.db.selectFrom('artifacts').select('id').executeTakeFirst())?.id, kept.id)

  await console.stopChatapp()
  for (let looks = 0; looks < 4; looks++) {
    world.wait(12 * DAY_MS)
    assert.equal((await pat.ask('GET', '/artifacts/api')).status, 503)
  }
  assert.equal((await records()).length, 3)
  assert.deepEqual(await counts(), [1, 1, 0, 0, 1], 'a web chat that is away says nothing of accounts')
})

for (const backend of BACKENDS) {
  const options = { skip: backend.skip }
  const fixture = async (t: Parameters<typeof folderWith>[0]) => {
    const store = await openTestStore(t, backend)
    const clock = manualClock()
    const made = await createContentsFixture(store, await folderWith(t, {}), { clock })
    const accounts = new Set(['u1', 'u2'])
    let isAway = false
    const look = () =>
      checkOwners(
        {
          ...made,
          hub: 'garden',
          clock,
          onFailure() {},
          async hasAccount(id) {
            if (isAway) throw new Error('the web chat is away')
            return accounts.has(id)
          },
        },
        new AbortController().signal,
      )
    const count = async () => (await store.db.selectFrom('artifacts').selectAll().execute()).length
    const later = async (ms: number) => {
      clock.advance(ms)
      await look()
    }
    return { ...made, clock, accounts, look, later, count, away: (is: boolean) => void (isAway = is) }
  }

  test(
    `an account that was missing for a while loses nothing, and its days start again, on ${backend.kind} [artifacts.owner.unsure]`,
    options,
    async (t) => {
      const { publish, accounts, later, look, count, away, accessChanges } = await fixture(t)
      unwrap(await publish.create(FILE.made, FILE.given()))
      await look()
      accounts.delete('u1')
      await look()
      await later(GRACE_MS - 1)
      assert.equal(await count(), 1)
      accounts.add('u1')
      await later(GRACE_MS)
      accounts.delete('u1')
      await look()
      away(true)
      await assert.rejects(later(GRACE_MS), /away/)
      assert.equal(await count(), 1)
      away(false)
      await look()
      assert.equal(await count(), 0)
      const { items } = await accessChanges.list({ user: 'pat@x.org' }, { limit: 10, offset: 0 })
      assert.deepEqual(
        items.toReversed().map(({ action, after }) => [action, after]),
        [
          ['artifact.owner', { account: 'gone' }],
          ['artifact.owner', { account: 'there' }],
          ['artifact.owner', { account: 'gone' }],
          ['artifact.delete', null],
        ],
      )
    },
  )

  test(
    `only artifacts of the deleted account are removed, and only in the checking Hub, on ${backend.kind} [artifacts.owner.gone]`,
    options,
    async (t) => {
      const { publish, accounts, later, look, store } = await fixture(t)
      const own = (id: string, hub = 'garden') =>
        publish.create({ hub, owner: { email: 'pat@x.org', id } }, FILE.given()).then((made) => unwrap(made))
      const [, again, elsewhere] = [await own('u1'), await own('u2'), await own('u1', 'attic')]
      accounts.delete('u1')
      await look()
      await later(GRACE_MS)
      const left = await store.db.selectFrom('artifacts').select('id').orderBy('id').execute()
      assert.deepEqual(
        left.map(({ id }) => id),
        [again.id, elsewhere.id].toSorted(),
      )
    },
  )
}
