import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createAccess, type Access } from '#core/access/access.ts'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { createToolDecisions } from '#core/audit/tool-decisions.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { join } from 'node:path'
import { openStore, type Store } from '#ground/store/store.ts'
import { person, refusalOf, readText, saying, startTestBridge, type TestBridge } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { storeOf } from '../support/own-services.ts'
import { until } from '../support/until.ts'

const ann = person('ann@example.com')
const bob = person('bob@example.com')
const admin = { ...ann, 'x-chatapp-user-role': 'admin' }
const CLI = { actor: { system: 'cli' as const } }

async function startManaged(
  t: TestContext,
  options: { clock?: Clock; files?: Record<string, string>; access?: string } = {},
): Promise<{ bridge: TestBridge; access: Access; store: Store }> {
  const { clock = systemClock, files = {}, access: mode = 'console' } = options
  const bridge = await startTestBridge(t, { clock, files, environment: { SVC_ACCESS: mode } })
  const store = await openStore(await storeOf(join(bridge.hubFolder, '.svc')))
  t.after(() => store[Symbol.asyncDispose]())
  const access = createAccess({ store, changes: createAccessChanges(store), clock })
  return { bridge, access, store }
}

const grant = (access: Access, subject: string, permission = 'use_hub') =>
  access.grant(CLI, { subject, hub: 'garden', permission })

test('on a Access: Console Hub only people with use_hub are answered [bridge.access-managed]', async (t) => {
  const { bridge, access } = await startManaged(t)
  const refused = await refusalOf(await bridge.complete(saying('hi'), bob))
  assert.deepEqual([refused.status, refused.type, refused.code], [403, 'permission_error', 'no_grant'])
  await grant(access, 'bob@example.com')
  assert.equal((await bridge.complete(saying('hi'), bob)).status, 200)
  await access.revoke(CLI, { subject: 'bob@example.com', hub: 'garden', permission: 'use_hub' })
  assert.equal((await bridge.complete(saying('hi'), bob)).status, 403)
  assert.equal((await bridge.history()).length, 1)
})

test('a key without a person is refused on a Access: Console Hub [bridge.access-no-identity]', async (t) => {
  const { bridge } = await startManaged(t)
  // `lookalike` contains a Cyrillic letter, as UTF-8 in the header.
  const lookalike = Buffer.from('b\u043eb@example.com').toString('latin1')
  for (const headers of [{}, person(lookalike), person('nobody')]) {
    const refused = await refusalOf(await bridge.complete(saying('hi'), headers))
    assert.deepEqual([refused.status, refused.code], [403, 'no_identity'])
    assert.match(refused.message, /X-ChatApp-User-Email or X-Svc-User/)
  }
})

test('a group-based Hub answers all people except blocked ones [bridge.access-groups]', async (t) => {
  const { bridge, access } = await startManaged(t, { access: 'groups' })
  for (const headers of [{}, ann, bob])
    assert.equal((await bridge.complete(saying('hi'), headers)).status, 200)
  assert.ok((await access.block(CLI, 'bob@example.com')).ok)
  assert.equal((await refusalOf(await bridge.complete(saying('hi'), bob))).code, 'blocked')
  assert.equal((await bridge.complete(saying('hi'), ann)).status, 200)
})

test('the first web chat administrator becomes organization administrator, once [bridge.access-bootstrap]', async (t) => {
  const { bridge, access, store } = await startManaged(t)
  assert.equal((await bridge.complete(saying('hi'), ann)).status, 403)
  const answers = await Promise.all([1, 2, 3].map(() => bridge.complete(saying('hi'), admin)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  const second = await bridge.complete(saying('hi'), { ...bob, 'x-chatapp-user-role': 'admin' })
  assert.equal(second.status, 403)
  assert.deepEqual(await access.organizationAdmins(), ['ann@example.com'])
  const { items } = await createAccessChanges(store).list({}, { limit: 10, offset: 0 })
  assert.deepEqual(
    items
      .toReversed()
      .map(({ actor, action, subject, hub, permission }) => [actor, action, subject, hub, permission]),
    [
      ['system:bootstrap', 'register', null, 'garden', null],
      ['system:bootstrap', 'grant', 'ann@example.com', '*', 'manage_access'],
      ['system:bootstrap', 'grant', 'ann@example.com', 'garden', 'use_hub'],
    ],
  )
})

test('an upload and a download in a person’s name follow their access, a signed link does not [bridge.access-files]', async (t) => {
  const { bridge, access } = await startManaged(t)
  const upload = (headers: Record<string, string>) =>
    bridge.fetch('/uploads/plans/a.txt', { method: 'POST', body: 'hello', headers })
  assert.equal((await upload(bob)).status, 403)
  await grant(access, 'ann@example.com')
  await grant(access, 'eve@example.com')
  assert.equal((await upload(ann)).status, 200)
  const call = '/tool save_file {"filename":"b.txt","content":"linked"}'
  const answer = await readText(await bridge.complete(saying(call, { chat_id: 'plans' }), ann))
  const link = /\/artifacts\/[^\s")]+/.exec(answer)![0]
  const path = link.split('?')[0]!
  assert.equal((await bridge.fetch(path, { headers: ann })).status, 200)
  assert.equal((await bridge.fetch(path, { headers: bob })).status, 403)
  assert.equal((await bridge.fetch(path, { headers: person('eve@example.com') })).status, 404)
  assert.equal(await (await fetch(bridge.url + link)).text(), 'linked')
})

test('a key without a person uploads into the path’s chat and reads it, on a managed Hub too [bridge.access-files]', async (t) => {
  const { bridge, access } = await startManaged(t)
  await grant(access, 'ann@example.com')
  const upload = async (path: string, headers = {}) =>
    (await bridge.fetch(path, { method: 'POST', body: path, headers })).json() as Promise<{ chat_id: string }>
  const read = async (path: string) => (await bridge.fetch(path)).text()

  assert.equal((await upload('/uploads/new/a.txt')).chat_id, 'new')
  assert.equal(await read('/artifacts/new/a.txt'), '/uploads/new/a.txt')
  await (await bridge.complete(saying('/say mine', { chat_id: 'anns' }), ann)).json()
  assert.equal((await upload('/uploads/anns/b.txt')).chat_id, 'anns')
  const hers = await bridge.fetch('/artifacts/anns/b.txt', { headers: ann })
  assert.equal(await hers.text(), '/uploads/anns/b.txt')
  // The first account that names the chat id owns the chat and its existing files.
  await (await bridge.complete(saying('/say mine', { chat_id: 'new' }), ann)).json()
  assert.equal((await bridge.fetch('/artifacts/new/a.txt', { headers: ann })).status, 200)

  const long = 'x'.repeat(600)
  await upload(`/uploads/${long}/a.txt`)
  assert.equal(await read(`/artifacts/${long}/a.txt`), `/uploads/${long}/a.txt`)
  assert.equal((await bridge.complete(saying('hi'))).status, 403)
})

for (const [how, withdraw] of Object.entries({
  'is blocked': (access: Access) => access.block(CLI, 'ann@example.com'),
  'loses use_hub': (access: Access) =>
    access.revoke(CLI, { subject: 'ann@example.com', hub: 'garden', permission: 'use_hub' }),
}))
  test(`the running answer of a person who ${how} ends within 5 seconds [bridge.access-withdrawn]`, async (t) => {
    const clock = testClock()
    const { bridge, access } = await startManaged(t, { clock })
    await grant(access, 'ann@example.com')
    const response = await bridge.complete(
      saying('/say begun\n/wait 600000\n/say never', { stream: true }),
      ann,
    )
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('begun')) text += (await reader.read()).value
    assert.ok((await withdraw(access)).ok)
    await clock.sleeper(3000)
    clock.advance(5000)
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
    const last = text.trim().split('\n').at(-1)!
    assert.equal(JSON.parse(last.slice('data: '.length)).error.code, 'access_withdrawn')
    assert.doesNotMatch(text, /never|\[DONE\]/)
  })

for (const [kind, headers, withdraw, action] of [
  ['api_answer', {}, (access: Access) => access.block(CLI, 'ann@example.com'), 'block'],
  [
    'answer',
    { 'x-svc-message-id': 'm1', 'x-svc-chat-id': 'c1' },
    (access: Access) =>
      access.revoke(CLI, { subject: 'ann@example.com', hub: 'garden', permission: 'use_hub' }),
    'revoke',
  ],
] as const)
  test(`a ${action} leaves one receipt for the running ${kind} [bridge.access-receipt]`, async (t) => {
    const { bridge, access, store } = await startManaged(t)
    await grant(access, 'ann@example.com')
    const asked = saying('/say begun\n/wait 600000', { stream: true })
    const response = await bridge.complete(asked, { ...ann, ...headers })
    assert.ok((await withdraw(access)).ok)
    assert.match(await response.text(), /access_withdrawn/)
    const changes = createAccessChanges(store)
    const list = (filter: { action: string }) => changes.list(filter, { limit: 10, offset: 0 })
    const receipts = async () => (await list({ action: 'access.stopped' })).items
    await until(async () => (await receipts()).length > 0)
    const [change] = (await list({ action })).items
    const [receipt, ...others] = await receipts()
    assert.deepEqual(others, [])
    const { subject, hub, actor, reason, revision } = receipt!
    assert.deepEqual(
      { subject, hub, actor, reason, revision },
      {
        subject: 'ann@example.com',
        hub: 'garden',
        actor: 'system:access',
        reason: action === 'block' ? 'blocked' : 'no_grant',
        revision: change!.revision,
      },
    )
    const stopped = receipt!.after as Record<string, unknown>
    assert.deepEqual([stopped['kind'], stopped['change'], stopped['key']], [kind, change!.seq, null])
    if (kind === 'answer') assert.equal(stopped['id'], 'm1')
    assert.ok(stopped['id'] && stopped['chat'] && stopped['machine'] && stopped['machine_id'])
    assert.ok(receipt!.at >= change!.at && receipt!.at - change!.at <= 5000)
    assert.ok((await changes.verify()).intact)
  })

test('the running answer of a person whose access expires ends within 5 seconds [bridge.access-withdrawn]', async (t) => {
  const clock = testClock()
  const { bridge, access } = await startManaged(t, { clock })
  const expiresAt = clock.now() + 5000
  await access.grant(CLI, { subject: 'ann@example.com', hub: 'garden', permission: 'use_hub', expiresAt })
  const response = await bridge.complete(
    saying('/say begun\n/wait 600000\n/say never', { stream: true }),
    ann,
  )
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('begun')) text += (await reader.read()).value
  await clock.sleeper(3000)
  clock.advance(5000)
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
  assert.match(text, /access_withdrawn/)
  assert.doesNotMatch(text, /never|\[DONE\]/)
  assert.equal((await refusalOf(await bridge.complete(saying('hi'), ann))).code, 'no_grant')
})

test('a stream continues while its person has access [bridge.access-withdrawn]', async (t) => {
  const clock = testClock()
  const { bridge, access } = await startManaged(t, { clock })
  await grant(access, 'ann@example.com')
  const response = await bridge.complete(saying('/say begun\n/wait 6000\n/say ended', { stream: true }), ann)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('begun')) text += (await reader.read()).value
  await clock.sleeper(6000)
  clock.advance(3000)
  await access.block(CLI, 'eve@example.com')
  clock.advance(3000)
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
  assert.match(text, /ended[^]*\[DONE\]/)
})

test('when access can’t be checked the answer is 503, never the agent’s [bridge.access-unavailable]', async (t) => {
  const { bridge, access, store } = await startManaged(t)
  await grant(access, 'ann@example.com')
  await store.db.schema.alterTable('access_policies').renameTo('elsewhere').execute()
  for (const headers of [{}, ann, admin]) {
    const refused = await refusalOf(await bridge.complete(saying('hi'), headers))
    assert.deepEqual([refused.status, refused.code], [503, 'access_unavailable'])
  }
  assert.equal(
    (await bridge.fetch('/uploads/plans/a.txt', { method: 'POST', body: 'x', headers: ann })).status,
    503,
  )
  assert.deepEqual(await bridge.chatPaths(), [])
})

const INVOICES = `
import { defineTool } from 'hub-service'
import { z } from 'zod'
export const send = defineTool({
  name: 'send_invoice',
  description: 'Send an invoice',
  input: z.object({}),
  restricted: { capability: 'send_invoices', label: 'Send invoices', group: 'Money' },
  run: () => 'invoice sent',
})
`

test('a restricted tool runs only for people with its capability, and every decision is recorded [bridge.access-tools]', async (t) => {
  const { bridge, access, store } = await startManaged(t, { files: { 'tools/invoices.ts': INVOICES } })
  await grant(access, 'ann@example.com')
  const use = async () =>
    readText(await bridge.complete(saying('/tool send_invoice {}', { chat_id: 'c1' }), ann))
  assert.match(await use(), /needs the capability “Send invoices”/)
  await grant(access, 'ann@example.com', 'send_invoices')
  assert.match(await use(), /invoice sent/)
  const decisions = createToolDecisions(store)
  const { items } = await decisions.list({ user: 'ann@example.com' }, { limit: 10, offset: 0 })
  assert.deepEqual(
    items.map(({ hub, tool, capability, outcome, reason, surface, chat_id, revision }) => ({
      hub,
      tool,
      capability,
      outcome,
      reason,
      surface,
      chat_id,
      revision,
    })),
    [
      { ...DECISION, outcome: 'allowed', reason: 'direct', revision: 3 },
      { ...DECISION, outcome: 'denied', reason: 'no_grant', revision: 2 },
    ],
  )
  assert.equal((items[0]!.grant as { granted_by: string }).granted_by, 'system:cli')
  assert.ok((await decisions.verify()).intact)
})

test('a restricted tool does not run if its decision cannot be recorded [bridge.access-tools]', async (t) => {
  const { bridge, access, store } = await startManaged(t, { files: { 'tools/invoices.ts': INVOICES } })
  await grant(access, 'ann@example.com')
  await grant(access, 'ann@example.com', 'send_invoices')
  await store.db.schema.alterTable('tool_decisions').renameTo('elsewhere').execute()
  assert.doesNotMatch(
    await readText(await bridge.complete(saying('/tool send_invoice {}'), ann)),
    /invoice sent/,
  )
})

const DECISION = {
  hub: 'garden',
  tool: 'send_invoice',
  capability: 'send_invoices',
  surface: 'chatapp',
  chat_id: 'c1',
}
