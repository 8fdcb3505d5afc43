import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestConsole } from '../support/console.ts'

const hub = await startTestConsole({ after }, { hubs: ['Garden', 'Orchard'] })
const { admin } = hub
await admin.get('/me')
const grant = async (subject: string, slug: string, permission = 'use_hub') => {
  const answer = await admin.post('/access/grant', { subject, hub: slug, permission })
  assert.equal(answer.status, 200, answer.text)
}
const dan = await hub.addPerson('Dan Delgado')
await hub.addPerson('Eve Muller-Smith')
await hub.addPerson('Penny Smithers', 'pending')
await hub.addPerson('Adam Minn', 'admin')
await hub.addPerson('Bob Blocked')
await grant(dan.email, 'garden', 'manage_access')
await grant(dan.email, 'garden', 'use_hub')
await grant('eve.muller-smith@example.com', 'orchard')
await grant('svc:reports', 'garden')
await grant('ghost@example.org', 'garden')
await admin.post('/people/block', { subject: 'bob.blocked@example.com', suspended: true })
await admin.post('/people/refresh')

const subjects = async (query = '', caller = admin): Promise<string[]> => {
  const answer = await caller.get(`/people?${query}`)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.json.total, answer.json.items.length)
  return answer.json.items.map(({ subject }: { subject: string }) => subject)
}
const everybody = await subjects()

test('the list has accounts, services and those with a grant but no account, in order [people.list]', async () => {
  assert.deepEqual(everybody, everybody.toSorted())
  for (const subject of ['ann@example.com', 'svc:reports', 'ghost@example.org', 'penny.smithers@example.com'])
    assert.ok(everybody.includes(subject), subject)
  const { items } = (await admin.get('/people')).json
  const named = (subject: string) => items.find((item: any) => item.subject === subject)
  assert.deepEqual([named('svc:reports').kind, named('svc:reports').email], ['service', null])
  assert.equal(named('ann@example.com').is_organization_admin, true)
  assert.match(named('ann@example.com').created_at, /Z$/)
})

for (const [filter, expected] of [
  ['status=pending', ['penny.smithers@example.com']],
  ['status=blocked', ['bob.blocked@example.com']],
  ['status=blocked&role=admin', []],
  ['role=admin', ['adam.minn@example.com', 'ann@example.com']],
  ['role=admin&q=mi', ['adam.minn@example.com']],
  ['q=SMITH', ['eve.muller-smith@example.com', 'penny.smithers@example.com']],
  ['q=penny.smithers@example.com', ['penny.smithers@example.com']],
  ['q=smith%20eve', ['eve.muller-smith@example.com']],
  ['q=mithers', ['penny.smithers@example.com']],
  ['q=MITH%20ller', ['eve.muller-smith@example.com']],
  ['permission=manage_access', ['ann@example.com', 'dan.delgado@example.com']],
  ['permission=manage_access&agent=orchard', ['ann@example.com']],
  ['permission=use_hub&agent=orchard&q=uller', ['eve.muller-smith@example.com']],
  ['q=%25', []],
  ['q=_enny', ['penny.smithers@example.com']],
  ['agent=orchard&status=active&role=user', ['eve.muller-smith@example.com']],
  ['agent=garden&q=dan', ['dan.delgado@example.com']],
] as const)
  test(`the filter ${filter} finds its people [people.filter]`, async () => {
    const found = await subjects(filter)
    assert.deepEqual(found, expected)
  })

test('pages follow one another without gap or repetition [people.pages]', async () => {
  const paged: string[] = []
  for (let offset = 0; offset < everybody.length; offset += 2) {
    const { items, total } = (await admin.get(`/people?limit=2&offset=${offset}`)).json
    assert.equal(total, everybody.length)
    paged.push(...items.map((item: any) => item.subject))
  }
  assert.deepEqual(paged, everybody)
  assert.deepEqual((await admin.get('/people?offset=1000')).json.items, [])
})

test('a Hub’s administrator sees only people and grants of that Hub [people.scope]', async () => {
  const seen = await subjects('', dan)
  assert.ok(seen.includes('ghost@example.org') && seen.includes('ann@example.com'))
  assert.ok(!seen.includes('penny.smithers@example.com') && !seen.includes('eve.muller-smith@example.com'))
  const { items } = (await dan.get('/people')).json
  for (const { access } of items)
    for (const { hub: slug } of access) assert.ok(['garden', '*'].includes(slug), slug)
  assert.equal((await dan.get('/people?agent=orchard')).json.code, 'outside_ceiling')
  assert.equal((await dan.get('/people/penny.smithers@example.com')).status, 404)
  assert.equal((await dan.get('/people/ghost@example.org')).status, 200)
})

test('a change made by another process is in the next list [people.fresh]', async () => {
  const cli = { actor: { system: 'cli' as const } }
  await hub.access.grant(cli, { subject: 'new@example.org', hub: 'garden', permission: 'use_hub' })
  assert.deepEqual(await subjects('q=new'), ['new@example.org'])
  await hub.access.revoke(cli, { subject: 'new@example.org', hub: 'garden', permission: 'use_hub' })
  assert.deepEqual(await subjects('q=new'), [])
})

test('an account that is deleted in the web chat is gone after a refresh [people.refresh]', async () => {
  const person = await hub.addPerson('Lea')
  const added = await admin.post('/people/refresh')
  assert.ok(added.json.accounts > 5 && added.json.changed === 1, added.text)
  assert.deepEqual(await subjects('q=lea'), ['lea@example.com'])
  await fetch(`${hub.chatappUrl}/api/v1/users/${person.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${admin.token}` },
  })
  assert.equal((await admin.post('/people/refresh')).json.changed, 1)
  assert.deepEqual(await subjects('q=lea'), [])
  assert.equal((await admin.post('/people/refresh')).json.changed, 0)
})

test('people are exported whole as CSV and JSONL [people.export]', async () => {
  const csv = await admin.get('/people?format=csv&limit=1')
  assert.match(csv.headers.get('content-type') ?? '', /text\/csv/)
  assert.equal(csv.text.trim().split('\r\n').length, everybody.length + 1)
  assert.match(
    csv.text,
    /dan\.delgado@example\.com,person,Dan Delgado,user,active,.*garden:manage_access garden:use_hub/,
  )
  const lines = (await admin.get('/people?format=jsonl')).text.trim().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).subject),
    everybody,
  )
})

test('filters that are no filters are refused [people.filter]', async () => {
  for (const query of ['status=gone', 'role=owner', 'sort=role', `q=${'x'.repeat(10_240)}`, 'limit=0'])
    assert.equal((await admin.get(`/people?${query}`)).json.code, 'invalid', query)
})
