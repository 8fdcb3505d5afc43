import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  AccessPage,
  ChatAccess,
  Explanation,
  HubPermissionsPage,
  HubsPage,
  Me,
  Overview,
  PermissionCatalog,
} from '#core/access/schema.ts'
import { requestsWith } from '../support/console.ts'
import { until } from '../support/until.ts'
import { INVOICES, refusal, startCast } from './cast.ts'

const hub = await startCast({ after })
const { admin, dan, olga, pat, blake } = hub

test('me returns the signed-in person, their managed Hubs and their grantable permissions [console.me]', async () => {
  const me = Me.strict().parse((await dan.get('/me')).json)
  assert.deepEqual([me.email, me.name, me.is_organization_admin], [dan.email, 'Dan', false])
  assert.deepEqual(
    me.hubs.map(({ slug, name, console_managed, can_chat }) => ({ slug, name, console_managed, can_chat })),
    [{ slug: 'garden', name: 'Garden agent', console_managed: true, can_chat: true }],
  )
  assert.deepEqual(me.hubs[0]!.permissions, ['manage_access', 'use_hub'])
  assert.deepEqual([me.can_create_accounts, me.organization_permissions], [true, []])
  assert.ok(me.sign_in!.includes('password'))
})

test('me is brief when asked: all but how a new account can sign in [console.me]', async () => {
  const { json } = await admin.get('/me?brief=true')
  const { sign_in: signIn, ...rest } = (await admin.get('/me')).json
  assert.deepEqual(signIn, ['password', 'idp'])
  assert.deepEqual(json, rest)
  assert.ok(json.organization_permissions.includes('manage_access'))
  assert.deepEqual(
    json.hubs.map(({ slug }: any) => slug),
    ['attic', 'garden', 'orchard'],
  )
  const [attic, garden] = json.hubs
  assert.deepEqual([attic.console_managed, garden.console_managed], [false, true])
  assert.ok(garden.permissions.includes('invoices.send'))
})

test('an administrator of a Hub need not be able to chat with it [console.hubs]', async () => {
  const page = HubsPage.strict().parse((await olga.get('/hubs')).json)
  assert.deepEqual(
    page.items.map(({ slug, can_chat }) => [slug, can_chat]),
    [['orchard', false]],
  )
})

test('the list of Hubs is paged [console.hubs]', async () => {
  const { json } = await admin.get('/hubs?limit=1&offset=1')
  assert.deepEqual(
    [json.items.map(({ slug }: any) => slug), json.total, json.limit, json.offset],
    [['garden'], 3, 1, 1],
  )
})

test('the catalogue contains the Hub’s capabilities, their requirements, and the caller’s right to grant them [console.permissions]', async () => {
  const catalog = PermissionCatalog.strict().parse((await dan.get('/permissions?hub=garden')).json)
  const byName = new Map(catalog.items.map((item) => [item.name, item]))
  assert.deepEqual([...byName.keys()], ['use_hub', 'manage_access', 'share_public', 'invoices.send'])
  assert.deepEqual(byName.get('invoices.send'), {
    name: 'invoices.send',
    label: 'Send invoices',
    group: 'Money',
    built_in: false,
    configured: false,
    tools: ['send_invoices', 'send_reminder'],
    missing: ['INVOICES_KEY'],
    grantable: false,
    without_effect: false,
  })
  assert.deepEqual([byName.get('use_hub')!.grantable, byName.get('share_public')!.grantable], [true, false])
  const { json } = await admin.get('/permissions?hub=attic')
  assert.deepEqual(
    json.items.map(({ name }: any) => name),
    ['use_hub', 'manage_access', 'share_public'],
  )
})

test('a Hub’s new capability is known to the Console of every bridge [console.permissions]', async () => {
  const tool = INVOICES.replaceAll('invoices.send', 'seeds.order').replaceAll('send_', 'order_')
  await mkdir(join(hub.folder, 'Orchard/tools'))
  await writeFile(join(hub.folder, 'Orchard/tools/seeds.ts'), tool)
  const cookie = () => ({ cookie: `token=${admin.token}` })
  for (const { get } of hub.bridges.map((url) => requestsWith(url, cookie)))
    await until(async () =>
      (await get('/permissions?hub=orchard')).json.items.some(({ name }: any) => name === 'seeds.order'),
    )
})

test('the organization’s catalogue has the capabilities of all Hubs [console.permissions]', async () => {
  const { json } = await admin.get('/permissions?hub=*')
  assert.ok(json.items.some(({ name }: any) => name === 'invoices.send'))
})

test('access lists people with access, its source, and the caller’s permitted changes [console.access]', async () => {
  const page = AccessPage.strict().parse((await dan.get('/access?hub=garden')).json)
  assert.equal(page.policy_revision, (await admin.get('/permissions?hub=garden')).json.policy_revision)
  assert.deepEqual(
    page.items.map(({ subject, name, kind, status, direct }) => [subject, name, kind, status, direct]),
    [
      ['ann@example.com', 'Ann', 'person', 'active', ['use_hub']],
      ['dan@example.com', 'Dan', 'person', 'active', ['manage_access', 'use_hub']],
      ['pat@example.com', 'Pat', 'person', 'active', ['use_hub']],
    ],
  )
  const [ann, itself, other] = page.items
  assert.deepEqual(
    ann!.effective.map(({ permission, via }) => [permission, via]),
    [
      ['manage_access', 'organization'],
      ['use_hub', 'direct'],
    ],
  )
  assert.equal(other!.effective[0]!.grant!.granted_by, admin.email)
  assert.deepEqual(
    [itself!.grantable, other!.grantable],
    [
      ['manage_access', 'use_hub'],
      ['manage_access', 'use_hub'],
    ],
  )
})

test('a manager of one Hub need not name it, a manager of several must [console.access]', async () => {
  assert.equal((await olga.get('/access')).json.hub, 'orchard')
  const answer = await admin.get('/access')
  assert.deepEqual(refusal(answer), [400, 'invalid'])
  assert.match(answer.json.detail, /^hub: /)
})

test('access is searched by parts of an address, literally and in any case [console.access]', async () => {
  const found = async (q: string) =>
    (await admin.get(`/access?hub=garden&q=${encodeURIComponent(q)}`)).json.items.map(
      ({ subject }: any) => subject,
    )
  assert.deepEqual(await found('DAN@'), [dan.email])
  for (const q of ['%', '_', "' or 1=1 --", '\\']) assert.deepEqual(await found(q), [], q)
})

test('access to the organization is for organization administrators [console.access]', async () => {
  const { json } = await admin.get('/access?hub=*')
  assert.deepEqual(
    json.items.map(({ subject, direct }: any) => [subject, direct]),
    [[admin.email, ['manage_access']]],
  )
})

test('the grantable permissions are the caller’s ceiling, also for the caller [console.access]', async () => {
  const grantable = async (caller: typeof pat, q: string) =>
    (await caller.get(`/access?hub=garden&q=${q}`)).json.items[0].grantable
  assert.ok((await grantable(admin, 'ann')).includes('share_public'))
  assert.deepEqual(await grantable(dan, 'dan@'), await grantable(dan, 'pat@'))
})

test('on a group-based Hub nothing can be given [console.legacy]', async () => {
  const { json } = await admin.get('/access?hub=attic')
  assert.equal(json.console_managed, false)
  for (const { grantable } of json.items) assert.deepEqual(grantable, [])
})

const WHY: [who: string, slug: string, permission: string, allowed: boolean, reason: string][] = [
  ['pat@example.com', 'garden', 'use_hub', true, 'direct'],
  ['ann@example.com', 'orchard', 'manage_access', true, 'organization'],
  ['pat@example.com', 'garden', 'invoices.send', false, 'no_grant'],
  ['blake@example.com', 'garden', 'use_hub', false, 'blocked'],
  ['pat@example.com', 'attic', 'use_hub', true, 'group_based'],
  ['blake@example.com', 'attic', 'use_hub', false, 'blocked'],
  ['nobody@example.com', 'garden', 'use_hub', false, 'no_grant'],
]

test('explain returns the decision, its grant and the changes that would alter it [console.explain]', async () => {
  for (const [subject, slug, permission, allowed, reason] of WHY) {
    const path = `/access/explain?subject=${subject}&hub=${slug}&permission=${permission}`
    const card = Explanation.strict().parse((await admin.get(path)).json)
    assert.deepEqual([card.allowed, card.reason, card.via], [allowed, reason, allowed ? reason : null], path)
    assert.equal(card.remedy === null, allowed)
    assert.equal(card.grant !== null, reason === 'direct' || reason === 'organization')
  }
})

test('explain accepts an address in any case and refuses an invalid one [console.explain]', async () => {
  const { json } = await admin.get('/access/explain?subject=%20PAT@Example.com&hub=garden')
  assert.deepEqual([json.subject, json.allowed], [pat.email, true])
  assert.deepEqual(refusal(await admin.get('/access/explain?subject=p%D0%B0t@example.com&hub=garden')), [
    400,
    'invalid',
  ])
})

test('chat-access tells every person their agents [console.chat-access]', async () => {
  const entries = async (caller: typeof pat) => {
    const { hubs, can_manage } = ChatAccess.strict().parse((await caller.get('/chat-access')).json)
    return [Object.fromEntries(hubs.map(({ slug, allowed }) => [slug, allowed])), can_manage]
  }
  assert.deepEqual(await entries(pat), [{ attic: true, garden: true, orchard: false }, false])
  assert.deepEqual(await entries(olga), [{ attic: true, garden: false, orchard: false }, true])
  assert.equal((await blake.get('/chat-access')).status, 403)
})

test('the overview counts only the caller’s managed Hubs [console.overview]', async () => {
  const overview = async (caller: typeof pat) => Overview.strict().parse((await caller.get('/overview')).json)
  assert.deepEqual(await overview(olga), { hubs: 1, console_managed: 1, grants: 2, people: 2, blocked: 0 })
  assert.deepEqual(await overview(dan), { hubs: 1, console_managed: 1, grants: 4, people: 3, blocked: 0 })
  const all = await overview(admin)
  assert.deepEqual([all.hubs, all.console_managed, all.people, all.blocked], [3, 2, 4, 1])
})

test('access until a time is given by the API, and shown with its end everywhere [console.until]', async () => {
  const subject = 'until@example.com'
  const expires_at = '2099-12-03T18:00:00.000Z'
  const body = { subject, hub: 'garden', permission: 'use_hub' }
  for (const past of ['2020-01-01T00:00:00Z', 'tomorrow', 12])
    assert.deepEqual(refusal(await admin.post('/access/grant', { ...body, expires_at: past })), [
      400,
      'invalid',
    ])
  assert.equal(
    (await admin.post('/access/grant', { ...body, expires_at: '2099-12-03T19:00:00+01:00' })).status,
    200,
  )
  const [item] = AccessPage.strict().parse((await admin.get(`/access?hub=garden&q=${subject}`)).json).items
  assert.equal(item!.effective[0]!.grant!.expires_at, expires_at)
  const { json: why } = await admin.get(`/access/explain?subject=${subject}&hub=garden`)
  assert.equal(why.grant.expires_at, expires_at)
  const { person } = (await admin.get(`/people/${subject}`)).json
  assert.equal(person.access[0].permissions[0].expires_at, expires_at)
  const { items } = (await admin.get(`/access-changes?user=${subject}`)).json
  assert.deepEqual([items[0].before, items[0].after], [false, { expires_at }])
  const operations = [{ action: 'revoke', permission: 'use_hub', expires_at }]
  const taken = await admin.post('/access/apply', { subject, hub: 'garden', operations })
  assert.deepEqual(refusal(taken), [400, 'invalid'])
  assert.equal((await admin.post('/access/revoke', body)).json.direct.length, 0)
})

test('the server filters and sorts the holders of a permission, page by page [console.holders]', async () => {
  const give = (subject: string, permission: string) =>
    admin.post('/access/grant', { subject, hub: 'orchard', permission })
  for (const n of [1, 2, 3, 4]) await give(`h${n}@example.com`, n % 2 ? 'use_hub' : 'manage_access')
  const found = async (query: string) =>
    (await admin.get(`/access?hub=orchard&${query}`)).json.items.map(({ subject }: any) => subject)
  assert.deepEqual(await found('permission=manage_access&q=h2'), ['h2@example.com'])
  assert.deepEqual(await found('permission=manage_access&q=h1'), [])
  const first = await found('first=use_hub')
  const holders = await found('permission=use_hub')
  const everybody = await found('')
  assert.deepEqual(first.slice(0, holders.length), holders)
  assert.deepEqual(first.toSorted(), everybody.toSorted())
  assert.deepEqual(await found(`first=use_hub&limit=2&offset=${holders.length - 1}`), [
    holders.at(-1),
    first[holders.length],
  ])
})

test('the permissions of all Hubs say how many hold them [console.hub-permissions]', async () => {
  const page = HubPermissionsPage.strict().parse((await admin.get('/hub-permissions?limit=200')).json)
  assert.equal(page.total, page.items.length)
  for (const { hub: slug, name, holders } of page.items) {
    const list = (await admin.get(`/access?hub=${slug}&permission=${name}&limit=1`)).json
    const everyone = (await admin.get(`/access?hub=${slug}&permission=${name}`)).json.items
    assert.equal(holders, list.total - everyone.filter(({ kind }: any) => kind === 'everyone').length, name)
  }
  const invoices = (await dan.get('/hub-permissions?q=INVOICES')).json.items
  assert.deepEqual(
    invoices.map(({ hub: slug, name, configured }: any) => [slug, name, configured]),
    [['garden', 'invoices.send', false]],
  )
  assert.equal((await dan.get('/hub-permissions?hub=orchard')).json.code, 'outside_ceiling')
  assert.equal((await admin.get('/hub-permissions?limit=1&offset=1')).json.items[0].name, page.items[1]!.name)
})
