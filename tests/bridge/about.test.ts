import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createAccess, type Access } from '#core/access/access.ts'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { systemClock } from '#ground/base/clock.ts'
import { AgentAbout, ClosedHubs, NotesAboutPerson, type AboutTool } from '#ground/hub/about/schema.ts'
import { openStore } from '#ground/store/store.ts'
import { CLI } from '../support/access.ts'
import { person, readText, refusalOf, saying, startTestBridge, type TestBridge } from '../support/bridge.ts'
import { storeOf } from '../support/own-services.ts'

const ANN = 'ann@example.com'
const BOB = 'bob@example.com'
const CARL = 'carl@example.com'

const TOOLS = `
import { defineTool } from 'hub-service'
import { z } from 'zod'
export const plan = defineTool({
  name: 'plan_bed',
  description: 'Plan what grows in a bed.\\n\\nUse it before anything is sown.',
  title: 'Plan a bed',
  input: z.object({}),
  confirm: true,
  run: () => 'planned',
})
export const send = defineTool({
  name: 'send_invoice',
  description: 'Send an invoice to somebody who bought plants. '.repeat(10) + 'never shown',
  title: 'Bill somebody',
  input: z.object({}),
  restricted: { capability: 'send_invoices', label: 'Send invoices', group: 'Money' },
  run: () => 'invoice sent',
})
`

let bridge: TestBridge
let access: Access

before(async () => {
  bridge = await startTestBridge(
    { after },
    {
      environment: { SVC_ACCESS: 'console' },
      files: {
        'tools/garden.ts': TOOLS,
        'files/beds.md': 'Peas, beans',
        'files/plans/spring.md': 'Sow',
        'files/.keys': 'secret',
        'prompts/sow.md': 'Sow {{what}}.',
        'tasks/water.md':
          '---\nname: Water the beds\ndescription: When it is dry\n---\n/finish done watered\n',
        'tasks/off.md': '---\nname: Not now\nenabled: false\n---\n/finish done off\n',
      },
    },
  )
  const store = await openStore(await storeOf(join(bridge.hubFolder, '.svc')))
  after(() => store[Symbol.asyncDispose]())
  access = createAccess({ store, changes: createAccessChanges(store), clock: systemClock })
  await access.bootstrap('root@example.com')
  await grant(ANN, 'use_hub')
})

test('a person sees the agent’s abilities for them, and for restricted tools the permission and its reason [bridge.about]', async () => {
  const about = await aboutFor(ANN)
  const named = (name: string): AboutTool | undefined => about.tools.find((tool) => tool.name === name)
  assert.deepEqual(named('plan_bed'), {
    name: 'plan_bed',
    built_in: false,
    title: 'Plan a bed',
    description: 'Plan what grows in a bed.',
    confirm: true,
    restricted: null,
  })
  assert.deepEqual(named('send_invoice'), {
    name: 'send_invoice',
    built_in: false,
    title: 'Send invoice',
    description: null,
    confirm: false,
    restricted: { label: 'Send invoices', allowed: false, reason: 'denied' },
  })
  assert.equal(named('read_file')?.built_in, true)
  assert.deepEqual(about.files, { total: 2, paths: ['beds.md', 'plans/spring.md'] })
  assert.deepEqual([about.model, about.tasks], [null, []])

  await grant(ANN, 'send_invoices')
  const granted = (await aboutFor(ANN)).tools.find(({ name }) => name === 'send_invoice')!
  assert.deepEqual(
    [granted.title, granted.restricted],
    ['Bill somebody', { label: 'Send invoices', allowed: true, reason: 'direct' }],
  )
  assert.ok(granted.description!.length <= 301 && granted.description!.endsWith('…'), granted.description!)
  assert.doesNotMatch(granted.description!, /never shown/)
})

test('only managers see the tools and the model for managers [bridge.about]', async () => {
  const before = await aboutFor(ANN)
  assert.ok(!before.tools.some(({ name }) => name === 'propose_access'))
  await grant(ANN, 'manage_access')
  const about = await aboutFor(ANN)
  const tool = about.tools.find(({ name }) => name === 'propose_access')
  assert.deepEqual(tool?.restricted, { label: 'Manage access', allowed: true, reason: 'direct' })
  assert.equal(about.model, 'offline/offline')
  assert.deepEqual(about.tasks, [{ id: 'md:water', name: 'Water the beds', description: 'When it is dry' }])
})

test('a person without access, administrators included, learns nothing about the agent [bridge.about]', async () => {
  for (const email of [BOB, 'nobody@example.com'])
    assert.equal((await refusalOf(await about(person(email)))).code, 'no_grant')
  const admin = { ...person('other@example.com'), 'x-chatapp-user-role': 'admin' }
  assert.equal((await refusalOf(await about(admin))).code, 'no_grant')
  assert.equal((await refusalOf(await about({}))).code, 'no_identity')
  assert.equal((await about({ ...person(ANN), authorization: 'Bearer wrong' })).status, 401)
  assert.equal((await refusalOf(await about(person(`${'x'.repeat(400)}@example.com`)))).status, 400)
})

test('all people with access see the prompts of the Hub’s folder [bridge.prompts]', async () => {
  const prompts = (headers: Record<string, string>) => bridge.fetch('/v1/prompts', { headers })
  assert.deepEqual(await (await prompts(person(ANN))).json(), {
    data: [
      { name: 'sow', title: 'sow', description: '', parts: ['Sow ', { name: 'what', default: null }, '.'] },
    ],
  })
  assert.equal((await refusalOf(await prompts(person('nobody@example.com')))).code, 'no_grant')
  assert.equal((await refusalOf(await prompts({}))).code, 'no_identity')
})

test('only managers without access to a Hub learn that it exists [bridge.closed-hubs]', async () => {
  const closedTo = async (email: string) =>
    ClosedHubs.parse(await (await bridge.fetch('/v1/closed-hubs', { headers: person(email) })).json()).data
  assert.deepEqual(await closedTo(BOB), [])
  await grant(BOB, 'manage_access')
  assert.deepEqual(await closedTo(BOB), [{ id: 'garden', name: 'Gardener', can_grant: false }])
  await access.grant(CLI, { subject: BOB, hub: '*', permission: 'manage_access' })
  assert.deepEqual(await closedTo(BOB), [{ id: 'garden', name: 'Gardener', can_grant: true }])
  await grant(BOB, 'use_hub')
  assert.deepEqual(await closedTo(BOB), [])
})

test('a bridge gives a person the notes of its agent about them, without access too, but not for the public key [bridge.memory]', async () => {
  await grant(CARL, 'use_hub')
  const call = JSON.stringify({ action: 'save', text: 'Likes tea' })
  assert.match(await readText(await bridge.complete(saying(`/tool remember ${call}`), person(CARL))), /Noted/)
  const notesOf = async (headers: Record<string, string>) => {
    const answer = await bridge.fetch('/v1/memory', { headers })
    assert.equal(answer.status, 200)
    return NotesAboutPerson.parse(await answer.json()).data.map(({ text }) => text)
  }
  assert.deepEqual(await notesOf(person(CARL)), ['Likes tea'])
  await access.revoke(CLI, { subject: CARL, hub: 'garden', permission: 'use_hub' })
  assert.deepEqual(await notesOf(person(CARL)), ['Likes tea'])
  for (const headers of [person(ANN), person('nobody@example.com'), {}])
    assert.deepEqual(await notesOf(headers), [])
  const publicly = { ...person(CARL), authorization: 'Bearer svc-local-bridge-key' }
  const refused = await bridge.fetch('/v1/memory', { headers: publicly })
  assert.deepEqual([refused.status, (await refusalOf(refused)).code], [401, 'invalid_api_key'])
})

const grant = (subject: string, permission: string) =>
  access.grant(CLI, { subject, hub: 'garden', permission })

const about = (headers: Record<string, string>) => bridge.fetch('/v1/about', { headers })

const aboutFor = async (email: string) => AgentAbout.parse(await (await about(person(email))).json())
