import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { refusal, startCast } from './cast.ts'

const hub = await startCast({ after })
const { admin, dan, olga, pat } = hub
await admin.get('/me')

const GRANT = { subject: 'pat@example.com', permission: 'share_public' }

test('by a key for one Hub an organization administrator sees that Hub alone [console.key-scope]', async () => {
  const key = await admin.byKey(['garden'])
  const me = (await key.get('/me')).json
  assert.equal(me.is_organization_admin, false)
  assert.deepEqual(
    me.hubs.map(({ slug }: { slug: string }) => slug),
    ['garden'],
  )
  assert.equal((await key.get('/hubs')).json.total, 1)
  assert.equal((await key.get('/access?hub=garden')).status, 200)
  for (const path of ['/access?hub=orchard', '/access?hub=*', '/audit?hub=orchard', '/people?agent=orchard'])
    assert.deepEqual(refusal(await key.get(path)), [403, 'outside_ceiling'], path)
})

test('by a key for one Hub nothing is changed elsewhere [console.key-scope]', async () => {
  const key = await admin.byKey(['garden'])
  assert.equal((await key.post('/access/grant', { ...GRANT, hub: 'garden' })).status, 200)
  for (const hub of ['orchard', '*'])
    assert.deepEqual(refusal(await key.post('/access/grant', { ...GRANT, hub })), [403, 'outside_ceiling'])
  const account = { email: 'new@example.com', name: 'New', sign_in: 'password', password: 'long enough 1' }
  for (const grants of [[], [{ hub: 'orchard', permission: 'use_hub' }]])
    assert.deepEqual(refusal(await key.post('/accounts', { ...account, grants })), [403, 'outside_ceiling'])
  for (const path of ['/hubs/garden/unmanage', '/people/refresh', '/sync'])
    assert.deepEqual(refusal(await key.post(path)), [403, 'forbidden'], path)
  assert.equal((await admin.get('/access/explain?subject=pat@example.com&hub=orchard')).json.allowed, false)
  const people = (await admin.get('/people?q=new@example.com')).json
  assert.equal(people.total, 0)
})

test('a key never gives more than its owner has [console.key-scope]', async () => {
  const key = await olga.byKey(['garden'])
  assert.deepEqual(refusal(await key.get('/me')), [403, 'forbidden'])
  assert.deepEqual(refusal(await key.get('/access?hub=garden')), [403, 'forbidden'])
  assert.deepEqual(refusal(await (await pat.byKey(['garden'])).get('/me')), [403, 'forbidden'])
})

test('a key limited to Hubs cannot read a person’s data beyond one Hub [console.key-scope]', async () => {
  const key = await dan.byKey(['garden'])
  for (const path of ['/chat-access', '/change-requests', '/memory'])
    assert.deepEqual(refusal(await key.get(path)), [403, 'outside_ceiling'], path)
  assert.equal((await key.get('/memory?hub=garden')).status, 200)
  assert.deepEqual(refusal(await key.get('/memory?hub=orchard')), [403, 'outside_ceiling'])
  assert.equal((await (await dan.byKey()).get('/chat-access')).status, 200)
})

test('managers and users of a Hub see whether it serves MCP [console.hubs]', async () => {
  const [garden] = (await dan.get('/hubs')).json.items
  const url = `${hub.origin}/mcp`
  assert.deepEqual(garden.mcp, { url, sign_in_url: null })
  const { hubs } = (await pat.get('/chat-access')).json
  const entry = (slug: string) => hubs.find((hub: { slug: string }) => hub.slug === slug)
  assert.deepEqual([entry('garden').name, entry('garden').mcp.url], ['Garden agent', url])
  assert.deepEqual([entry('orchard').name, entry('orchard').mcp], ['orchard', null])
})
