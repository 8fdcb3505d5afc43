import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readEvents } from '../support/event-source.ts'
import { startArtifacts, type Visitor } from './world.ts'

const world = await startArtifacts({ after })
const { pat } = world
const person = await world.console.addPerson('Wim Watcher')
await world.grant(person.email)
const watcher = world.visitorOf(person)

const follow = (id: string) =>
  readEvents(`${world.console.url}/portal/artifacts/api/${id}/live`, person.token)
const shared = async (owner: Visitor = pat) => {
  const { id } = await owner.publish({ content: 'one' })
  await owner.share(id, { kind: 'people', people: [watcher.email] })
  return id as string
}

test('an open viewer learns of each new version [artifacts.live]', { timeout: 30_000 }, async () => {
  const id = await shared()
  await using events = await follow(id)
  const first = await events.next()
  assert.deepEqual([first.event, first.data.version], ['artifact', 1])
  await pat.publish({ artifact: id, content: 'two' })
  const second = await events.next()
  assert.deepEqual([second.event, second.data.version], ['artifact', 2])
  assert.ok(Date.parse(second.data.updated_at) >= Date.parse(first.data.updated_at))
})

const ENDS: Record<string, (id: string) => Promise<unknown>> = {
  'the artifact is not shared any more': (id) => pat.share(id, { kind: 'owner' }),
  'the artifact is deleted': (id) => pat.ask('DELETE', `/artifacts/api/${id}`),
  'the Hub is taken away': () => world.revoke(watcher.email),
}
for (const [why, end] of Object.entries(ENDS))
  test(
    `an open viewer is notified and closed when ${why} [artifacts.live.end]`,
    { timeout: 30_000 },
    async () => {
      const id = await shared()
      await using events = await follow(id)
      assert.equal((await events.next()).event, 'artifact')
      await end(id)
      assert.deepEqual(await events.next(), { event: 'gone', data: {} })
      await events.ended
      await world.grant(watcher.email)
    },
  )

test('a person cannot follow an artifact that they may not see [artifacts.live]', async () => {
  const { id } = await pat.publish({})
  assert.equal((await watcher.ask('GET', `/artifacts/api/${id}/live`)).status, 404)
})
