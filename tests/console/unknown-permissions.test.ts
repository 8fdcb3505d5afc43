import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startTestConsole, type ConsoleAnswer } from '../support/console.ts'
import { until } from '../support/until.ts'
import { ask } from './ask.ts'

const tool = (capability: string) => `
import { defineTool, z } from 'hub-service'
export const t = defineTool({ name: 'do_${capability}', description: 'Does', input: z.object({}), run: () => 'done',
  restricted: { capability: '${capability}', label: 'Do it', group: 'Doing' } })
`
const FILES = { 'tools/letters.ts': tool('send_letters'), 'tools/old.ts': tool('old_habit') }
const hub = await startTestConsole({ after }, { hubs: ['Garden', 'Attic'], files: FILES })
const { admin } = hub
await admin.get('/me')
const [pat, max] = [await hub.addPerson('Pat'), await hub.addPerson('Max')]

const refusedAs = ({ status, json }: ConsoleAnswer, detail: RegExp) => {
  assert.deepEqual([status, json?.code], [400, 'invalid'], JSON.stringify(json))
  assert.match(json.detail, detail)
}
const grant = (permission: string, place = 'garden', subject = pat.email) =>
  admin.post('/access/grant', { subject, hub: place, permission })
const revoke = (permission: string, place = 'garden') =>
  admin.post('/access/revoke', { subject: pat.email, hub: place, permission })
const revision = async () => (await admin.get('/access?hub=garden')).json.policy_revision as number
const permissionNames = async (place: string) =>
  ((await admin.get(`/permissions?hub=${place}`)).json.items as { name: string; without_effect: boolean }[])
    .filter(({ without_effect }) => !without_effect)
    .map(({ name }) => name)

test('a permission that does not exist is refused with the nearest that does, and nothing changes [console.access.exists]', async () => {
  const before = await revision()
  refusedAs(await grant('use_hubb'), /no permission use_hubb on garden; did you mean use_hub\?/)
  refusedAs(await grant('send_leters'), /did you mean send_letters\?/)
  refusedAs(await grant('zzzzzzzz'), /there are use_hub, manage_access, share_public/)
  refusedAs(await grant('send_letters', 'attic'), /no permission send_letters on attic/)
  refusedAs(await grant('share_publik', '*'), /on any Hub; did you mean share_public\?/)
  const operations = [
    { action: 'grant', permission: 'use_hub' },
    { action: 'grant', permission: 'share_publik' },
  ]
  const form = { subject: pat.email, hub: 'garden', operations }
  refusedAs(await admin.post('/access/apply', form), /did you mean share_public\?/)
  const grants = [{ hub: 'garden', permission: 'use_hubb' }]
  const account = {
    email: 'new@example.com',
    name: 'New',
    sign_in: 'password',
    password: 'a long password 1',
  }
  refusedAs(await admin.post('/accounts', { ...account, grants }), /did you mean use_hub\?/)
  refusedAs(await admin.post('/accounts/grant', { email: pat.email, grants }), /did you mean use_hub\?/)
  assert.equal((await admin.get('/people/new@example.com')).status, 404)
  assert.equal(await revision(), before)
})

test('a capability of the Hub can be given on it, and one of any Hub on the organization [console.access.exists]', async () => {
  for (const place of ['garden', '*']) assert.equal((await grant('send_letters', place)).status, 200)
  for (const place of ['garden', '*']) assert.equal((await revoke('send_letters', place)).status, 200)
  assert.equal((await revoke('never_was')).json.changed, 0)
})

test('a person who may not change a Hub learns nothing about its permissions [console.access.exists]', async () => {
  const asMax = await max.post('/access/grant', { subject: pat.email, hub: 'garden', permission: 'use_hubb' })
  assert.equal(asMax.status, 403)
  assert.doesNotMatch(asMax.text, /use_hub\b|letters/)
  await grant('manage_access', 'garden', max.email)
  const form = { subject: pat.email, hub: 'garden', permission: 'send_leters' }
  refusedAs(await max.post('/access/grant', form), /did you mean send_letters\?/)
  const outside = await max.post('/access/grant', { ...form, permission: 'send_letters' })
  assert.equal(outside.json.code, 'outside_ceiling')
})

test('a change request contains only existing permissions, when it is created and when it is confirmed [console.access.exists]', async () => {
  const callTool = (call: string) => ask(hub, admin.email, `/tool ${call}`)
  assert.match(
    await callTool('propose_access {"subject":"pat@example.com","grant":["use_hubb"]}'),
    /no permission use_hubb on garden; did you mean use_hub\?/,
  )
  assert.match(
    await callTool('propose_account {"email":"kim@example.com","name":"Kim","permissions":["use_hubb"]}'),
    /no permission use_hubb on garden; did you mean use_hub\?/,
  )
  await writeFile(join(hub.folder, 'Garden/tools/brief.ts'), tool('brief_life'))
  await until(async () => (await permissionNames('garden')).includes('brief_life'))
  const proposed = await callTool('propose_access {"subject":"pat@example.com","grant":["brief_life"]}')
  const id = /\/portal\/change-requests\/([0-9a-f-]{36})/.exec(proposed)![1]
  await rm(join(hub.folder, 'Garden/tools/brief.ts'))
  await until(async () => !(await permissionNames('garden')).includes('brief_life'))
  const { plan_hash } = (await admin.get(`/change-requests/${id}`)).json
  refusedAs(
    await admin.post(`/change-requests/${id}/confirm`, { plan_hash }),
    /no permission brief_life on garden/,
  )
})

test('a grant of a removed capability stays, is shown as without effect, and can be revoked [console.access.without-effect]', async () => {
  await grant('use_hub')
  assert.equal((await grant('old_habit')).status, 200)
  const itemOf = async () =>
    (await admin.get('/access?hub=garden')).json.items.find((item: any) => item.subject === pat.email)
  const explained = async () =>
    (await admin.get(`/access/explain?subject=${pat.email}&hub=garden&permission=old_habit`)).json
  const entry = async () =>
    (await admin.get('/permissions?hub=garden')).json.items.find((item: any) => item.name === 'old_habit')
  assert.deepEqual([(await itemOf()).without_effect, (await explained()).without_effect], [[], false])

  await writeFile(join(hub.folder, 'Garden/tools/old.ts'), 'export const broken = (')
  await until(async () => (await admin.get('/hubs')).text.includes('tools/old.ts'))
  assert.deepEqual((await itemOf()).without_effect, [], 'the last good version keeps its capability')

  await rm(join(hub.folder, 'Garden/tools/old.ts'))
  await until(async () => !(await permissionNames('garden')).includes('old_habit'))
  const item = await itemOf()
  assert.deepEqual([item.direct, item.without_effect], [['old_habit', 'use_hub'], ['old_habit']])
  assert.ok(item.grantable.includes('old_habit'), 'it can be taken away')
  const { allowed, without_effect, detail } = await explained()
  assert.deepEqual([allowed, without_effect], [true, true])
  assert.match(detail, /no effect/)
  assert.deepEqual([(await entry()).without_effect, (await entry()).grantable], [true, false])
  refusedAs(await grant('old_habit', 'garden', max.email), /no permission old_habit/)
  assert.equal((await grant('old_habit')).json.changed, 0)

  assert.equal((await revoke('old_habit')).json.changed, 1)
  assert.equal(await entry(), undefined)
})
