import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '#ground/base/ids.ts'
import { startArtifacts, type Visitor } from './world.ts'

const world = await startArtifacts({ after })
const { pat, signedOut } = world
const named = await world.addVisitor('Nora Named', 'use_hub')
const member = await world.addVisitor('Mia Member', 'use_hub')
const user = await world.addVisitor('Uma User', 'use_hub')
const other = await world.addVisitor('Otto Other')
const group = await world.addGroup('Readers', [member])

const AUDIENCES = {
  owner: { kind: 'owner' },
  people: { kind: 'people', people: [named.email], groups: [group] },
  hub: { kind: 'hub' },
}
const CAST: Record<string, Visitor> = { owner: pat, named, member, user, other, 'signed out': signedOut }
const EXPECTED: Record<keyof typeof AUDIENCES, readonly string[]> = {
  owner: ['owner'],
  people: ['owner', 'named', 'member'],
  hub: ['owner', 'named', 'member', 'user'],
}
const ACTS: Record<string, (who: Visitor, id: string) => Promise<number>> = {
  content: async (who, id) => (await who.ask('GET', `/artifacts/${id}/content`)).status,
  download: async (who, id) => (await who.ask('GET', `/artifacts/${id}/download`)).status,
  metadata: async (who, id) => (await who.ask('GET', `/artifacts/api/${id}`)).status,
}
const CHANGES: Record<string, (who: Visitor, id: string) => Promise<number>> = {
  audience: async (who, id) => (await who.share(id, AUDIENCES.owner)).status,
  link: async (who, id) =>
    (await who.ask('POST', `/artifacts/api/${id}/link`, { body: { action: 'revoke' } })).status,
  candidates: async (who, id) => (await who.ask('GET', `/artifacts/api/${id}/candidates?q=no`)).status,
  delete: async (who, id) => (await who.ask('DELETE', `/artifacts/api/${id}`)).status,
}

for (const [kind, audience] of Object.entries(AUDIENCES))
  test(`only the audience of an artifact for “${kind}” sees it [artifacts.audience]`, async () => {
    const { id } = await pat.publish({ content: kind })
    assert.equal((await pat.share(id, audience)).status, 200)
    for (const [role, who] of Object.entries(CAST)) {
      const sees = EXPECTED[kind as keyof typeof AUDIENCES].includes(role)
      const refused = role === 'signed out' ? 401 : 404
      for (const [act, does] of Object.entries(ACTS))
        assert.equal(await does(who, id), sees ? 200 : refused, `${role} · ${act}`)
      if (role === 'owner') continue
      for (const [act, does] of Object.entries(CHANGES))
        assert.equal(await does(who, id), sees ? 403 : refused, `${role} · ${act}`)
      const page = await who.ask('GET', `/artifacts/${id}`, { headers: { 'sec-fetch-dest': 'document' } })
      assert.equal(page.status, role === 'signed out' ? 302 : sees ? 200 : 404, `${role} · page`)
    }
    for (const [act, does] of Object.entries(CHANGES))
      assert.equal(await does(pat, id), 200, `owner · ${act}`)
  })

test('a missing artifact looks like an artifact that is not shared [artifacts.hidden]', async () => {
  const { id } = await pat.publish({})
  const body = async (path: string) => {
    const { status, text } = await user.ask('GET', path)
    return `${status} ${text}`
  }
  for (const part of [(one: string) => `/artifacts/api/${one}`, (one: string) => `/artifacts/${one}/content`])
    assert.equal(await body(part(id)), await body(part('00000000-0000-4000-8000-000000000000')))
})

const shared = async () => {
  const { id } = await pat.publish({})
  assert.equal((await pat.share(id, AUDIENCES.people)).status, 200)
  return id
}
const statusFor = async (who: Visitor, id: string) => {
  const { status } = await who.ask('GET', `/artifacts/${id}/content`)
  assert.equal((await who.ask('GET', `/artifacts/api/${id}`)).status, status)
  return status
}

test('a person removed from the audience is refused at once [artifacts.at-once]', async () => {
  const id = await shared()
  assert.deepEqual([await statusFor(named, id), await statusFor(member, id)], [200, 200])
  await pat.share(id, { kind: 'people', people: [named.email] })
  assert.deepEqual([await statusFor(named, id), await statusFor(member, id)], [200, 404])
  await pat.share(id, { kind: 'owner' })
  assert.equal(await statusFor(named, id), 404)
})

test('access after leaving or joining a group follows the web chat’s current groups [artifacts.at-once]', async () => {
  const id = await shared()
  assert.deepEqual([await statusFor(member, id), await statusFor(user, id)], [200, 404])
  await world.chatapp('POST', `/groups/id/${group}/users/remove`, { user_ids: [member.id] })
  await world.chatapp('POST', `/groups/id/${group}/users/add`, { user_ids: [user.id] })
  world.forget()
  assert.deepEqual([await statusFor(member, id), await statusFor(user, id)], [404, 200])
  await world.chatapp('POST', `/groups/id/${group}/users/remove`, { user_ids: [user.id] })
  await world.chatapp('POST', `/groups/id/${group}/users/add`, { user_ids: [member.id] })
  world.forget()
})

test('a person who loses the Hub loses its shared artifacts, and regains them with the Hub [artifacts.hub]', async () => {
  const id = await shared()
  await world.revoke(named.email)
  assert.equal(await statusFor(named, id), 404)
  await world.grant(named.email)
  assert.equal(await statusFor(named, id), 200)
  await world.revoke(pat.email)
  assert.equal(await statusFor(pat, id), 404)
  assert.equal(await statusFor(named, id), 200)
  await world.grant(pat.email)
  assert.equal(await statusFor(pat, id), 200)
})

test('a block ends a person’s access and shares at once, and their sessions permanently [artifacts.block]', async () => {
  const [sees, shares] = [
    await world.addVisitor('Bea Blocked', 'use_hub'),
    await world.addVisitor('Sam Sharer', 'use_hub'),
  ]
  const { id } = await shares.publish({ title: 'Of Sam' })
  await shares.share(id, { kind: 'people', people: [sees.email, named.email] })
  await world.block(sees.email)
  assert.equal((await sees.ask('GET', `/artifacts/${id}/content`)).status, 403)
  await world.block(sees.email, false)
  await world.grant(sees.email) // the block deleted her grants
  world.forget()
  assert.equal((await sees.ask('GET', `/artifacts/${id}/content`)).status, 401)
  assert.equal(await statusFor(await world.signIn(sees), id), 200)
  await world.block(shares.email)
  assert.equal(await statusFor(named, id), 404)
  const list = await named.ask('GET', '/artifacts/api?view=shared&q=Of+Sam')
  assert.deepEqual(list.json.items, [])
  await world.block(shares.email, false)
  assert.equal(await statusFor(named, id), 200)
})

test('an artifact of a deleted account belongs to no account, also not to a new account with the same e-mail address [artifacts.owner]', async () => {
  const gone = await world.addVisitor('Gil Gone', 'use_hub')
  const { id } = await gone.publish({})
  await gone.share(id, { kind: 'hub' })
  assert.equal(await statusFor(named, id), 200)
  const deleted = await world.console.admin.delete(`/accounts/${gone.email}`, { confirm_email: gone.email })
  assert.equal(deleted.status, 200, deleted.text)
  world.forget()
  assert.equal(await statusFor(named, id), 404)
  assert.ok(!(await named.ask('GET', '/artifacts/api')).json.items.some((item: any) => item.id === id))
  const again = await world.addVisitor('Gil Gone', 'use_hub')
  assert.equal(again.email, gone.email)
  assert.equal(await statusFor(again, id), 404)
})

test('a list is neither short of items nor counts any because their owners are gone [artifacts.list.gone]', async () => {
  const [stays, goes] = [
    await world.addVisitor('Sue Stays', 'use_hub'),
    await world.addVisitor('Gus Goes', 'use_hub'),
  ]
  const titles = []
  for (const [who, title] of [
    [goes, 'gone 1'],
    [stays, 'here 1'],
    [goes, 'gone 2'],
    [stays, 'here 2'],
    [goes, 'gone 3'],
    [stays, 'here 3'],
    [goes, 'gone 4'],
  ] as const) {
    const { id } = await who.publish({ title: `Kept or not: ${title}` })
    await who.share(id, { kind: 'hub' })
    titles.unshift(title)
    world.wait(1)
  }
  const page = async (offset: number) => {
    const { json } = await named.ask('GET', `/artifacts/api?q=kept+or+not&limit=2&offset=${offset}`)
    return [json.total, ...json.items.map(({ title }: { title: string }) => title.split(': ')[1])]
  }
  assert.deepEqual(await page(0), [7, ...titles.slice(0, 2)])
  const deleted = await world.console.admin.delete(`/accounts/${goes.email}`, { confirm_email: goes.email })
  assert.equal(deleted.status, 200, deleted.text)
  world.forget()
  assert.deepEqual(await page(0), [3, 'here 3', 'here 2'])
  assert.deepEqual(await page(2), [3, 'here 1'])
  assert.deepEqual(await page(3), [3])
})

test('a deleted artifact is gone for all people, with its content [artifacts.delete]', async () => {
  const id = await shared()
  assert.equal((await pat.ask('DELETE', `/artifacts/api/${id}`)).status, 200)
  assert.deepEqual([await statusFor(pat, id), await statusFor(named, id)], [404, 404])
  assert.equal((await pat.ask('DELETE', `/artifacts/api/${id}`)).status, 404)
})

test('only the owner learns who an artifact is shared with [artifacts.metadata]', async () => {
  const id = await shared()
  const forOwner = (await pat.ask('GET', `/artifacts/api/${id}`)).json
  assert.deepEqual(forOwner.audience, {
    kind: 'people',
    people: [{ email: named.email, name: 'Nora Named' }],
    groups: [{ id: group, name: 'Readers' }],
  })
  assert.deepEqual([forOwner.mine, forOwner.link, forOwner.may_share_publicly], [true, null, false])
  const forOther = (await named.ask('GET', `/artifacts/api/${id}`)).json
  assert.deepEqual(forOther.audience, { kind: 'people', people: [], groups: [] })
  assert.deepEqual(
    [forOther.mine, 'link' in forOther, 'may_share_publicly' in forOther],
    [false, false, false],
  )
  assert.deepEqual(forOther.owner, { email: pat.email, name: 'Pat' })
  assert.equal(forOther.hub_name, 'Garden agent')
})

test('a change of an artifact’s audience is recorded with its actor [artifacts.record]', async () => {
  const id = await shared()
  await pat.share(id, AUDIENCES.people)
  await pat.share(id, { kind: 'hub' })
  await pat.ask('DELETE', `/artifacts/api/${id}`)
  const { items } = (await world.console.admin.get('/access-changes?limit=200')).json
  const mine = items.filter((item: any) => item.reason?.includes(id)).toReversed()
  assert.deepEqual(
    mine.map(({ action, before, after }: any) => [action, before?.kind, after?.kind]),
    [
      ['artifact.audience', 'owner', 'people'],
      ['artifact.audience', 'people', 'hub'],
      ['artifact.delete', 'hub', undefined],
    ],
  )
  assert.deepEqual(mine[0].after.people, [named.email])
  assert.ok(mine.every((item: any) => item.actor === pat.email && item.hub === 'garden' && item.request_id))
})

test('candidates are people and groups who can use the Hub, ten at most, for the owner only [artifacts.candidates]', async () => {
  const { id } = await pat.publish({})
  const find = async (q: string) =>
    (await pat.ask('GET', `/artifacts/api/${id}/candidates?q=${encodeURIComponent(q)}`)).json
  assert.deepEqual((await find('nor')).people, [{ email: named.email, name: 'Nora Named' }])
  assert.deepEqual((await find('otto')).people, [], 'may not use the Hub')
  assert.deepEqual((await find('read')).groups, [{ id: group, name: 'Readers' }])
  await world.addGroup('Reading strangers', [other])
  assert.deepEqual((await find('read')).groups, [{ id: group, name: 'Readers' }])
  const fresh = await world.addGroup('Fresh readers', [named])
  assert.deepEqual((await find('fresh')).groups, [{ id: fresh, name: 'Fresh readers' }], 'at once')
  assert.deepEqual((await find('pat')).people, [], 'the owner has it already')
  assert.equal((await pat.ask('GET', `/artifacts/api/${id}/candidates?q=n`)).status, 400)
})

test('among many people with the same name, those with access to the Hub are found, and so is a group with all of them [artifacts.candidates]', async () => {
  const { id } = await pat.publish({})
  const { db } = world.console.store
  const like = await db
    .selectFrom('chatapp_users')
    .selectAll()
    .where('id', '=', other.id)
    .executeTakeFirstOrThrow()
  const crowd = Array.from({ length: 120 }, () => newId())
  const accounts = crowd.map((one, n) => ({
    ...like,
    id: one,
    email: `crowd${String(n).padStart(3, '0')}@example.com`,
    name: `Crowd ${n}`,
  }))
  await db.insertInto('chatapp_users').values(accounts).execute()
  const { id: all } = await world.chatapp('POST', '/groups/create', { name: 'Crowded', description: '' })
  await world.chatapp('POST', `/groups/id/${all}/users/add`, { user_ids: crowd })
  assert.equal((await world.admin.ask('POST', '/api/people/refresh')).status, 200)
  await world.grant('crowd119@example.com')
  world.forget()
  const { json } = await pat.ask('GET', `/artifacts/api/${id}/candidates?q=crowd`)
  assert.deepEqual(json, {
    people: [{ email: 'crowd119@example.com', name: 'Crowd 119' }],
    groups: [{ id: all, name: 'Crowded' }],
  })
})

test('people who could not open it, and groups that are not there, can’t be shared with [artifacts.candidates]', async () => {
  const { id } = await pat.publish({})
  for (const audience of [
    { kind: 'people', people: [other.email] },
    { kind: 'people', people: ['nobody@example.com'] },
    { kind: 'people', people: ['*'] },
    { kind: 'people', people: ['svc:robot'] },
    { kind: 'people', groups: ['no-such-group'] },
    { kind: 'people' },
    { kind: 'everyone' },
    { kind: 'owner', extra: 1 },
  ])
    assert.equal((await pat.share(id, audience)).status, 400, JSON.stringify(audience))
})
