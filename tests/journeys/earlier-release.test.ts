// On folders only: the earlier release is a SQLite file and folders.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { signIn } from '../support/console-person.ts'
import { runHub } from '../support/running-hub.ts'
import { ANN, BOB } from '../web-console/started-console.ts'
import { until } from '../support/until.ts'

/** The secrets of this Hub are used nowhere else. */
const EARLIER = join(import.meta.dirname, 'fixtures/hub-2026-11.tar.gz')

test('a Hub of an earlier release starts with all that it held [journey.earlier-release]', async (t) => {
  await using hub = await runHub({ template: await unpacked(t) })
  const [ann, bob] = [await signIn(hub.url, ANN), await signIn(hub.url, BOB)]

  await t.test('people, their chats, and words in them', async () => {
    const chats = await bob.call('GET', '/api/v1/chats/')
    assert.equal(chats.length, 3)
    const { chat } = await bob.call('GET', `/api/v1/chats/${chats[2].id}`)
    assert.match(JSON.stringify(chat.history.messages), /Roses want the sun\./)
    await until(async () => (await bob.call('GET', '/api/v1/chats/search?text=roses')).length === 1)
    await bob.say('garden-team', '/say Still here.')
  })

  await t.test('access, its history, and runs', async () => {
    const { items } = await ann.call('GET', '/portal/api/access?hub=garden-team')
    const grants = items.find(({ subject }: { subject: string }) => subject === BOB.email)
    assert.match(JSON.stringify(grants), /orders/)
    assert.ok((await ann.call('GET', '/portal/api/access-changes')).total > 3)
    const runs = await ann.call('GET', '/portal/api/runs')
    assert.deepEqual(
      runs.items.map(({ workflow, status }: { workflow: string; status: string }) => [workflow, status]),
      [['tour', 'succeeded']],
    )
  })

  await t.test('published files, saved files and notes', async () => {
    const { items } = await bob.call('GET', '/portal/artifacts/api')
    assert.equal(items[0].title, 'Spring plan')
    const content = await fetch(`${hub.url}/portal/artifacts/${items[0].id}/download`, {
      headers: { cookie: `token=${bob.token}` },
    })
    assert.match(await content.text(), /Plant tulips\./)
    const memory = await bob.call('GET', '/portal/api/memory?hub=garden-team')
    assert.match(JSON.stringify(memory), /Likes tulips/)
  })
})

async function unpacked(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-earlier-'))
  t.after(() => rm(folder, { recursive: true }))
  execFileSync('tar', ['-xzf', EARLIER, '-C', folder])
  return join(folder, 'Garden Team')
}
