import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { onlyHub } from '#surfaces/edge/hubs.ts'
import { movingHubs, startTestEdge } from '../support/edge.ts'
import { startRecordingServer } from '../support/recording-server.ts'

const INTEGRATIONS = '/admin/settings/integrations'

async function startHidingEdge(t: TestContext, managed: boolean | null) {
  const bridge = await startRecordingServer(t, (_, response) => {
    if (managed === null) response.writeHead(500).end()
    else response.end(JSON.stringify({ data: [{ id: 'ash', managed }] }))
  })
  const edge = await startTestEdge(t, {
    hidesUsers: true,
    bridgeKey: 'sesame',
    hubs: onlyHub({ slug: 'ash', bridge: bridge.url, inbound: null, mcp: false, mcpSignIn: false }),
  })
  const leadsTo = async (path: string) => {
    const { status, headers } = await fetch(edge.url + path, { redirect: 'manual' })
    return status === 302 ? headers.get('location') : null
  }
  return { edge, leadsTo }
}

test('the web chat’s user pages lead to where people are managed [edge.hidden-users]', async (t) => {
  const { leadsTo } = await startHidingEdge(t, false)
  for (const path of [
    '/admin/users',
    '/admin/users/',
    '/admin/users/overview',
    '/admin//users',
    '/%61dmin/users?x=1',
  ])
    assert.equal(await leadsTo(path), '/portal/people', path)
  for (const path of ['/admin', '/admin/']) assert.equal(await leadsTo(path), INTEGRATIONS, path)
  for (const path of ['/admin/users/groups', INTEGRATIONS, '/admin/settings/general', '/', '/administer'])
    assert.equal(await leadsTo(path), null, path)
})

test('when every agent is managed in the Console all user pages lead to the settings [edge.hidden-users] [edge.managed-unknown]', async (t) => {
  for (const managed of [true, null]) {
    const { leadsTo } = await startHidingEdge(t, managed)
    for (const path of [
      '/admin',
      '/admin/users',
      '/admin/users/overview',
      '/admin/users/groups',
      '/admin/users/x/y',
    ])
      assert.equal(await leadsTo(path), INTEGRATIONS, path)
    assert.equal(await leadsTo('/admin/settings/general'), null)
  }
})

test('in a gateway the groups stay as long as one agent is managed by them [edge.hidden-users]', async (t) => {
  for (const [managed, groups] of [
    [{ ash: true, birch: false }, null],
    [{ ash: true, birch: true }, INTEGRATIONS],
  ] as const) {
    const data = Object.entries(managed).map(([id, isManaged]) => ({ id, managed: isManaged }))
    const bridge = await startRecordingServer(t, JSON.stringify({ data }))
    const edge = await startTestEdge(t, {
      hidesUsers: true,
      isGateway: true,
      hubs: movingHubs(
        data.map(({ id }) => ({ slug: id, bridge: bridge.url, inbound: null, mcp: false, mcpSignIn: false })),
      ),
    })
    const { headers } = await fetch(`${edge.url}/admin/users/groups`, { redirect: 'manual' })
    assert.equal(headers.get('location'), groups)
    assert.equal((await fetch(`${edge.url}/api/v1/auths/add`, { method: 'POST' })).status, 403)
  }
})

test('accounts can’t be changed through the edge, except one’s own [edge.hidden-users]', async (t) => {
  const { edge } = await startHidingEdge(t, false)
  const statusOf = async (request: string) => {
    const [method, path] = request.split(' ')
    return (await fetch(edge.url + path, { method: method! })).status
  }
  for (const request of [
    'POST /api/v1/auths/add',
    'POST /api/v1/users/17/update',
    'DELETE /api/v1/users/17',
    'POST /api/v1/users/default/permissions',
    'POST /api/v1/auths/admin/config',
    'POST /api/v1/configs/import',
    'POST /api/v1/scim/v2/Users',
    'POST /api/v1//users/17/%75pdate',
  ])
    assert.equal(await statusOf(request), 403, request)
  for (const request of [
    'GET /api/v1/users/',
    'POST /api/v1/users/user/settings/update',
    'POST /api/v1/auths/signin',
    'POST /api/v1/auths/update/password',
    'POST /api/v1/auths/api_key',
    'POST /api/v1/groups/create',
  ])
    assert.equal(await statusOf(request), 200, request)
})

test('the navigation script knows the same pages, for clicks that load nothing [edge.hidden-users]', async (t) => {
  const scriptOf = async (managed: boolean) => {
    const { edge } = await startHidingEdge(t, managed)
    return (await fetch(`${edge.url}/svc-portal-navigation.js`)).text()
  }
  assert.match(await scriptOf(false), /"\/admin\/users":"\/portal\/people"/)
  assert.match(await scriptOf(true), /"\/admin\/users\/":"\/admin\/settings\/integrations"/)
  const plain = await startTestEdge(t)
  assert.match(await (await fetch(`${plain.url}/svc-portal-navigation.js`)).text(), /DETOURS = \{\}/)
})
