import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { systemClock } from '#ground/base/clock.ts'
import { addChat, addPerson, asAdmin, callWith, type OpenWebui, type WebuiPerson } from './target.ts'
import { until } from '../support/until.ts'

export interface WebuiHub {
  url: string
  slug: string
  webui: OpenWebui
}

export const CHECKS: Readonly<Record<string, (hub: WebuiHub) => Promise<void>>> = {
  async connection({ webui, slug }) {
    const { headers } = await until(async () => (await hubConnections(webui, slug))[0], {
      everyMs: 100,
      what: 'a connection',
    })
    assert.equal(headers!['X-Svc-Task'], '{{TASK}}')
    assert.equal(headers!['X-ChatApp-User-Email'], '{{USER_EMAIL}}')
    assert.equal((await hubConnections(webui, slug)).length, 1)
  },

  async grants(hub) {
    const [bob, eve] = [await addPerson(hub.webui, 'Bob'), await addPerson(hub.webui, 'Eve')]
    await grant(hub, bob)
    await agentIsListed(hub, bob)
    assert.ok(!(await modelsOf(hub, eve)).includes(hub.slug))
  },

  async chat(hub) {
    const [bob, eve] = [await addPerson(hub.webui, 'Bob'), await addPerson(hub.webui, 'Eve')]
    await grant(hub, bob)
    await agentIsListed(hub, bob)
    const ask = (person: WebuiPerson, stream: boolean) =>
      callWith(person.token, 'POST', `${hub.url}/api/chat/completions`, {
        model: hub.slug,
        messages: [{ role: 'user', content: 'Hello' }],
        stream,
      })
    const whole = await ask(bob, false)
    assert.ok(whole.json?.choices[0].message.content.length > 0, whole.text)
    const streamed = await ask(bob, true)
    assert.match(streamed.text, /^data: \{[^]*data: \[DONE\]\s*$/)
    assert.ok((await ask(eve, false)).status >= 400)
  },

  async 'attached-files'(hub) {
    const bob = await addPerson(hub.webui, 'Bob')
    await grant(hub, bob)
    await agentIsListed(hub, bob)
    const content = '/tool list_files {}'
    const { chatId, message } = await addChat(hub.url, bob, { content, file: 'Notes of May.txt' })
    const answer = await callWith(bob.token, 'POST', `${hub.url}/api/chat/completions`, {
      model: hub.slug,
      messages: [{ role: 'user', content }],
      stream: false,
      chat_id: chatId,
      id: randomUUID(),
      user_message: message,
    })
    assert.match(answer.text, /chat\/Notes of May\.txt \(19 bytes\)/)
  },

  async 'connection-list'(hub) {
    const { json } = await asOrganization(hub, 'GET', 'web-chat/model-connections')
    assert.ok(json.hubs >= 1)
    assert.ok(json.items.every(({ headers }: { headers: string[] }) => !headers.includes('X-Svc-Hub')))
  },

  async 'personal-keys'(hub) {
    const bob = await addPerson(hub.webui, 'Bob')
    await grant(hub, bob)
    const mcp = await openMcp(hub, bob.key)
    assert.equal(mcp.status, 200, mcp.text)
    const me = await asOrganization(hub, 'GET', 'me')
    assert.equal(me.status, 200, me.text)
    assert.equal((await openMcp(hub, 'sk-00000000000000000000000000000000')).status, 401)
  },

  async 'pending-owner'(hub) {
    const pat = await addPerson(hub.webui, 'Pat', 'pending')
    const opened = await openMcp(hub, pat.key)
    assert.equal(opened.status, 401)
  },

  async 'sign-out'(hub) {
    const bob = await addPerson(hub.webui, 'Bob')
    assert.equal((await session(hub, bob)).status, 200)
    const out = await asOrganization(hub, 'POST', `accounts/${bob.email}/sign-out`, {})
    assert.deepEqual([out.status, out.json?.signed_out], [200, true], out.text)
    assert.equal((await session(hub, bob)).status, 401)
    assert.equal((await callWith(bob.key, 'GET', `${hub.webui.url}/api/models`)).status, 200)
    assert.equal((await changesOf(hub, bob)).includes('account.sign_out'), true)
  },

  async 'reset-factors'(hub) {
    const bob = await addPerson(hub.webui, 'Bob')
    const reset = await asOrganization(hub, 'POST', `accounts/${bob.email}/reset-factors`, {})
    assert.equal(reset.status, 403)
    assert.match(reset.json.detail, /recovery code/)
    assert.ok(!(await changesOf(hub, bob)).includes('account.factors'))
  },

  async block(hub) {
    const bob = await addPerson(hub.webui, 'Bob')
    const block = (suspended: boolean) =>
      asOrganization(hub, 'POST', 'people/block', { subject: bob.email, suspended })
    const blocked = await block(true)
    assert.equal(blocked.status, 200, blocked.text)
    for (const credential of [bob.token, bob.key])
      assert.equal((await callWith(credential, 'GET', `${hub.webui.url}/api/models`)).status, 401)
    assert.equal((await block(false)).status, 200)
    assert.equal((await callWith(bob.key, 'GET', `${hub.webui.url}/api/models`)).status, 200)
    assert.ok((await changesOf(hub, bob)).includes('account.role'))
    for (const suspended of [true, true, false]) assert.equal((await block(suspended)).status, 200)
    assert.equal((await callWith(bob.key, 'GET', `${hub.webui.url}/api/models`)).status, 200)
  },

  async 'block-of-pending'(hub) {
    const pat = await addPerson(hub.webui, 'Pat', 'pending')
    for (const suspended of [true, false]) {
      const changed = await asOrganization(hub, 'POST', 'people/block', { subject: pat.email, suspended })
      assert.equal(changed.status, 200, changed.text)
    }
    const { json } = await asAdmin(hub.webui, 'GET', `/api/v1/users/${pat.id}`)
    assert.equal(json.role, 'pending')
  },

  async 'sign-up'(hub) {
    const before = (await asAdmin(hub.webui, 'GET', '/api/v1/auths/admin/config')).json
    for (const policy of ['open', 'approval', 'closed']) {
      const set = await asOrganization(hub, 'PUT', 'web-chat/sign-up', { policy })
      assert.deepEqual([set.status, set.json?.policy], [200, policy], set.text)
    }
    const after = (await asAdmin(hub.webui, 'GET', '/api/v1/auths/admin/config')).json
    assert.equal(after.ENABLE_SIGNUP, false)
    assert.equal(after.ENABLE_MFA, before.ENABLE_MFA)
  },

  async 'sign-in-methods'(hub) {
    const ways = await asOrganization(hub, 'GET', 'web-chat/ways-in')
    assert.deepEqual([ways.status, ways.json?.passwords], [200, null], ways.text)
    const rule = await asOrganization(hub, 'GET', 'web-chat/second-factor')
    assert.deepEqual([rule.status, rule.json?.is_known], [200, false], rule.text)
    const set = await asOrganization(hub, 'PUT', 'web-chat/second-factor', { is_on: true })
    assert.equal(set.status, 400)
  },

  async banner(hub) {
    const banner = { text: 'Moving on Friday', level: 'info' }
    const put = (value: object | null) => asOrganization(hub, 'PUT', 'web-chat/banner', { banner: value })
    assert.equal((await put({ ...banner, until: '2027-01-01T00:00:00.000Z' })).status, 400)
    assert.equal((await asOrganization(hub, 'GET', 'web-chat/banner')).json.banner, null)
    assert.equal((await put(banner)).json.banner.text, banner.text)
    assert.equal((await put(null)).json.banner, null)
  },

  async 'nested-groups'(hub) {
    const { webui } = hub
    await checkBelongings(hub)
    await using client = clientOf(webui)
    const bob = await addPerson(webui, 'Bob')
    const parent = await addGroup(webui, 'Company')
    const child = await addGroup(webui, 'Gardeners', parent)
    await asAdmin(webui, 'POST', `/api/v1/groups/id/${child}/users/add`, { user_ids: [bob.id] })
    assert.deepEqual(valueOf(await client.groups.effectiveMembers(parent)), [bob.id])
    const ids = (valueOf(await client.groups.of(bob.id)) as { id: string }[]).map(({ id }) => id)
    assert.deepEqual(new Set(ids), new Set([parent, child]))
  },

  async 'missing-group'({ webui }) {
    await using client = clientOf(webui)
    const group = await addGroup(webui, 'Guests')
    assert.equal((await client.groups.remove(group)).ok, true)
    assert.equal((await client.groups.remove(group)).ok, true)
    const missing = await client.groups.get(group)
    assert.deepEqual(!missing.ok && missing.refusal, { code: 'missing' })
  },

  async 'dead-model-server'(hub) {
    const tested = await asOrganization(hub, 'POST', 'web-chat/model-connections/test', {
      url: 'http://127.0.0.1:9/v1',
      key: 'none',
    })
    assert.equal(tested.status, 400, tested.text)
  },

  async 'edge-rules'(hub) {
    const raw = await asOrganizationAt(hub, 'POST', '/openai/chat/completions', { model: hub.slug })
    assert.equal(raw.status, 403)
    const script = await fetch(`${hub.url}/static/loader.js`)
    assert.match(await script.text(), /svc-portal-link/)
  },
}

async function checkBelongings(hub: WebuiHub): Promise<void> {
  const bob = await addPerson(hub.webui, 'Bob')
  const group = await addGroup(hub.webui, 'Pickers')
  await asAdmin(hub.webui, 'POST', `/api/v1/groups/id/${group}/users/add`, { user_ids: [bob.id] })
  await grant(hub, bob)
  const read = await asOrganization(hub, 'GET', `people/${bob.email}/belongings`)
  assert.deepEqual(
    [read.status, read.json],
    [200, { groups: [{ id: group, name: 'Pickers' }], keys: null, schedules: null }],
  )
}

async function hubConnections(
  webui: OpenWebui,
  slug: string,
): Promise<{ headers?: Record<string, string> }[]> {
  const { json } = await asAdmin(webui, 'GET', '/openai/config')
  const configs: { headers?: Record<string, string> }[] = Object.values(json.OPENAI_API_CONFIGS)
  return configs.filter(({ headers }) => headers?.['X-Svc-Hub'] === slug)
}

const asOrganizationAt = ({ url, webui }: WebuiHub, method: string, path: string, body?: unknown) =>
  callWith(webui.adminKey, method, url + path, body)

const asOrganization = (hub: WebuiHub, method: string, path: string, body?: unknown) =>
  asOrganizationAt(hub, method, `/portal/api/${path}`, body)

async function grant(hub: WebuiHub, { email }: WebuiPerson): Promise<void> {
  const given = await asOrganization(hub, 'POST', 'access/grant', {
    hub: hub.slug,
    subject: email,
    permission: 'use_hub',
  })
  assert.equal(given.status, 200, given.text)
}

const session = ({ webui }: WebuiHub, { token }: WebuiPerson) =>
  callWith(token, 'GET', `${webui.url}/api/v1/auths/`)

async function modelsOf(hub: WebuiHub, { token }: WebuiPerson): Promise<string[]> {
  const { json } = await callWith(token, 'GET', `${hub.url}/api/models`)
  return json.data.map(({ id }: { id: string }) => id)
}

async function changesOf(hub: WebuiHub, { email }: WebuiPerson): Promise<string[]> {
  const { json } = await asOrganization(hub, 'GET', 'access-changes?limit=200')
  const items: { action: string; subject: string | null }[] = json.items
  return items.filter(({ subject }) => subject === email).map(({ action }) => action)
}

export const openMcp = ({ url }: WebuiHub, key: string) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'walk', version: '1' },
      },
    }),
  }).then(async (response) => ({ status: response.status, text: await response.text() }))

async function addGroup(webui: OpenWebui, name: string, parent?: string): Promise<string> {
  const made = await asAdmin(webui, 'POST', '/api/v1/groups/create', {
    name,
    description: '',
    parent_group_id: parent ?? null,
  })
  assert.equal(made.status, 200, made.text)
  return made.json.id
}

const clientOf = ({ url, adminKey }: OpenWebui) =>
  createChatappClient({
    kind: 'openwebui',
    baseUrl: url,
    credential: () => adminKey,
    clock: systemClock,
    timeoutMs: 10_000,
  })

function valueOf<T>(result: { ok: true; value: T } | { ok: false; refusal: unknown }): T {
  assert.ok(result.ok, JSON.stringify(result))
  return result.value
}

const agentIsListed = (hub: WebuiHub, person: WebuiPerson): Promise<boolean> =>
  until(async () => (await modelsOf(hub, person)).includes(hub.slug), {
    everyMs: 100,
    what: 'the agent in the list',
  })
