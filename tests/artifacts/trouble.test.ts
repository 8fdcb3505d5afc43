import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startArtifacts } from './world.ts'

test('when the web chat can’t be asked, nothing is opened and nothing is published [artifacts.chatapp-down]', async (t) => {
  const world = await startArtifacts(t)
  const owner = await world.addVisitor('Olga Owner', 'use_hub', 'share_public')
  const reader = await world.addVisitor('Rolf Reader', 'use_hub')
  const { id } = await owner.publish({})
  await owner.share(id, { kind: 'hub' })
  const body = { action: 'create' }
  const { json } = await owner.ask('POST', `/artifacts/api/${id}/link`, { body })
  const token = json.url.split('#')[1]
  assert.equal((await reader.ask('GET', `/artifacts/${id}/content`)).status, 200)
  await world.console.stopChatapp()
  world.forget()
  for (const answer of [
    await reader.ask('GET', `/artifacts/${id}/content`),
    await reader.ask('GET', '/artifacts/api'),
    await owner.ask('POST', '/artifacts/api/upload?hub=garden&filename=x', { body: 'x' }),
    await world.signedOut.ask('POST', '/p/open', { body: { token } }),
  ])
    assert.deepEqual([answer.status, answer.json.code], [503, 'unavailable'])
})

test('on a group-based Hub the web chat says who can use the agent [artifacts.group-based]', async (t) => {
  const world = await startArtifacts(t, {
    hubs: ['Attic'],
    environment: { SVC_ACCESS: 'groups' },
    isBare: true,
  })
  const [inside, outside] = [await world.addVisitor('Ina Inside'), await world.addVisitor('Otto Outside')]
  const group = await world.addGroup('Attic people', [inside])
  const showTo = (...groups: string[]) =>
    world.chatapp('POST', '/models/model/access/update', {
      id: 'attic',
      name: 'Attic',
      access_grants: groups.map((id) => ({ principal_type: 'group', principal_id: id, permission: 'read' })),
    })
  await showTo(group)
  world.forget()
  const refused = await outside.ask('POST', '/artifacts/api/upload?hub=attic&filename=x', { body: 'x' })
  assert.equal(refused.status, 403)
  const { id } = await inside.publish({ hub: 'attic' })
  await inside.share(id, { kind: 'hub' })
  const status = async (who: typeof inside) => (await who.ask('GET', `/artifacts/${id}/content`)).status
  assert.deepEqual([await status(inside), await status(outside), await status(world.admin)], [200, 404, 200])
  await world.chatapp('POST', `/groups/id/${group}/users/add`, { user_ids: [outside.id] })
  world.forget()
  assert.equal(await status(outside), 200)
  await world.chatapp('POST', `/groups/id/${group}/users/remove`, { user_ids: [inside.id] })
  world.forget()
  assert.equal(await status(inside), 404, 'the owner too')

  assert.equal(await status(outside), 200)
  await showTo()
  world.wait(5000)
  assert.deepEqual([await status(outside), await status(world.admin)], [404, 200])
  await showTo(await world.addGroup('Other people', [inside]))
  world.wait(5000)
  assert.deepEqual([await status(inside), await status(outside)], [200, 404])
})
