import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startTestConsole, type ConsoleCaller } from '../support/console.ts'
import { until } from '../support/until.ts'

const hub = await startTestConsole({ after }, { hubs: ['Garden', 'Orchard', 'Attic'] })
const { admin } = hub
await admin.get('/me')
const cli = { actor: { system: 'cli' as const } }
await hub.access.unmanage(cli, 'attic')
const pat = await hub.addPerson('Pat')

const readersOf = async (slug: string): Promise<string[]> => {
  const answer = await fetch(`${hub.chatappUrl}/api/v1/models/model?id=${slug}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  if (answer.status !== 200) return []
  const { access_grants: grants } = (await answer.json()) as { access_grants: any[] }
  return grants.filter(({ permission }) => permission === 'read').map(({ principal_id: id }) => id)
}
const grant = (person: Pick<ConsoleCaller, 'email'>, slug: string) =>
  admin.post('/access/grant', { subject: person.email, hub: slug, permission: 'use_hub' })

test('the sync shows each person exactly the Hubs they may use, and repeating it changes nothing [people.sync]', async () => {
  await grant(pat, 'garden')
  const first = await admin.post('/sync')
  assert.equal(first.status, 200, first.text)
  assert.deepEqual([first.json.hubs, first.json.failed], [2, []])
  assert.equal(first.json.people, 2)
  assert.deepEqual((await readersOf('garden')).toSorted(), [admin.id, pat.id].toSorted())
  assert.deepEqual(await readersOf('orchard'), [admin.id])
  assert.deepEqual(await readersOf('attic'), [])
  const again = await admin.post('/sync')
  assert.deepEqual([again.json.changed, again.json.failed], [0, []])
})

test('a sync reverts changes made in the web chat, and keeps the editors [people.sync]', async () => {
  await fetch(`${hub.chatappUrl}/api/v1/models/model/access/update`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      id: 'orchard',
      name: 'Orchard',
      access_grants: [
        { principal_type: 'user', principal_id: '*', permission: 'read' },
        { principal_type: 'user', principal_id: pat.id, permission: 'write' },
      ],
    }),
  })
  assert.deepEqual((await admin.post('/sync')).json.changed, 1)
  assert.deepEqual(await readersOf('orchard'), [admin.id])
})

test('a change of access reaches the web chat automatically, for any actor [people.auto-sync]', async () => {
  const mia = await hub.addPerson('Mia')
  await grant(mia, 'orchard')
  await until(async () => (await readersOf('orchard')).includes(mia.id))
  await admin.post('/people/block', { subject: mia.email, suspended: true })
  await until(async () => !(await readersOf('orchard')).includes(mia.id))
})

test('a name changed in agent.md reaches the web chat and the Console; an administrator’s own name stays [people.agent-name]', async () => {
  const call = async (path: string, body?: object) =>
    (
      await fetch(`${hub.chatappUrl}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).json()
  const inWebChat = async () => (await call('/api/v1/models/model?id=garden')).name
  const inConsole = async () =>
    (await admin.get('/hubs')).json.items.find(({ slug }: { slug: string }) => slug === 'garden').name
  const rename = (name: string) =>
    writeFile(join(hub.folder, 'Garden/agent.md'), `---\nname: ${name}\n---\nYou help.\n`)
  await admin.post('/sync')
  await rename('Head gardener')
  await until(async () => (await inWebChat()) === 'Head gardener')
  assert.equal(await inConsole(), 'Head gardener')

  const row = await call('/api/v1/models/model?id=garden')
  await call('/api/v1/models/model/update', { ...row, name: 'Chosen by Ann' })
  await rename('Under gardener')
  await until(async () => (await inConsole()) === 'Under gardener')
  await admin.post('/sync')
  assert.equal(await inWebChat(), 'Chosen by Ann')
})
