import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { requestsWith, startTestConsole, type ConsoleCaller } from '../support/console.ts'
import { until } from '../support/until.ts'

const TOOLS = `
import { access, appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool, z } from 'hub-service'
const input = z.object({ to: z.string(), fail: z.boolean().default(false) })
const run = async ({ to, fail }, { caller, hubFolder, saveFile }) => {
  await appendFile(join(hubFolder, 'sent.txt'), caller.email + ' ' + to + '\\n')
  if (fail) throw new Error('no paper')
  const { url } = await saveFile('receipt.txt', to)
  return 'sent to ' + to + ' ' + url
}
export const letter = defineTool({
  name: 'send_letter', description: 'Sends a letter', input, confirm: true,
  title: ({ to }) => 'Sending a letter to ' + to, run,
})
export const invoice = defineTool({
  name: 'send_invoice', description: 'Sends an invoice', input, confirm: true,
  restricted: { capability: 'send_invoices', label: 'Send invoices', group: 'Money' }, run,
})
export const parcel = defineTool({
  name: 'send_parcel', description: 'Sends a parcel once the gate is open', input, confirm: true,
  async run({ to }, { hubFolder }) {
    await appendFile(join(hubFolder, 'sent.txt'), to + '\\n')
    while (!(await access(join(hubFolder, 'gate')).then(() => true, () => false))) await sleep(20)
    return 'sent to ' + to
  },
})
export const card = defineTool({
  name: 'send_card', description: 'Sends cards', confirm: 'editable',
  input: z.object({ to: z.string(), count: z.int().min(1), pin: z.string().meta({ format: 'password' }).optional() }),
  async run({ to, count }, { caller, hubFolder }) {
    await appendFile(join(hubFolder, 'sent.txt'), caller.email + ' ' + count + ' ' + to + '\\n')
  },
})
export const ping = defineTool({
  name: 'ping', description: 'Pings', input: z.object({ n: z.number() }), confirm: true, run: ({ n }) => n,
})
`
let ahead = 0
let pings = 0
const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead }
const hub = await startTestConsole(
  { after },
  { clock, hubs: ['Garden', 'Attic'], files: { 'tools/letters.ts': TOOLS } },
)
const { admin } = hub
await admin.get('/me')
const pat = await hub.addPerson('Pat')
const lee = await hub.addPerson('Lee')
const grant = (subject: string, permission: string) =>
  admin.post('/access/grant', { subject, hub: 'garden', permission })
const revoke = (subject: string, permission: string) =>
  admin.post('/access/revoke', { subject, hub: 'garden', permission })
for (const { email } of [pat, lee]) await grant(email, 'use_hub')

const ask = async (email: string | null, prompt: string, more: Record<string, string> = {}) => {
  const answer = await fetch(`${hub.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${hub.bridgeKey}`,
      'content-type': 'application/json',
      ...(email && { 'x-chatapp-user-email': email }),
      ...more,
    },
    body: JSON.stringify({ model: 'garden', messages: [{ role: 'user', content: prompt }] }),
  })
  const body: any = await answer.json()
  assert.equal(answer.status, 200, JSON.stringify(body))
  return body.choices[0].message.content as string
}
const LINK = /\/portal\/change-requests\/([0-9a-f-]{36})/
const propose = async (person: ConsoleCaller, tool: string, input: object) => {
  const text = await ask(person.email, `/tool ${tool} ${JSON.stringify(input)}`)
  const id = LINK.exec(text)?.[1]
  assert.ok(id, text)
  return (await person.get(`/change-requests/${id}`)).json
}
const confirm = (person: ConsoleCaller, { id, plan_hash }: any) =>
  person.post(`/change-requests/${id}/confirm`, { plan_hash })
const sent = async () =>
  (await readFile(join(hub.folder, 'Garden', 'sent.txt'), 'utf8').catch(() => '')).split('\n').filter(Boolean)
const store = async (request: any, values: object) => {
  await hub.store.db
    .updateTable('change_requests')
    .set({ state: 'confirmed', decided_at_ms: 1, ...values })
    .where('id', '=', request.id)
    .execute()
  await confirm(pat, await propose(pat, 'ping', { n: ++pings }))
}
/** Polling faster would reach the person's rate limit. */
const AT_A_PACE = { everyMs: 50 }
const ended = async (person: ConsoleCaller, { id }: any) =>
  until(async () => {
    const { json } = await person.get(`/change-requests/${id}`)
    return json.result && json.result.outcome !== 'running' && json
  }, AT_A_PACE)
const decisions = async (user: string) =>
  (await admin.get(`/audit?user=${user}&limit=200`)).json.items as any[]

test('a call that wants a confirmation runs nothing and becomes a change request of the person [changes.call.propose]', async () => {
  const text = await ask(pat.email, '/tool send_letter {"to":"Kim"}')
  assert.match(text, /waiting_for_confirmation/)
  const request = (await pat.get(`/change-requests/${LINK.exec(text)![1]}`)).json
  assert.deepEqual(
    [request.kind, request.state, request.summary],
    ['tool_call', 'proposed', 'Sending a letter to Kim'],
  )
  assert.deepEqual(request.operations[0].input, { to: 'Kim' })
  assert.deepEqual(await sent(), [])
  assert.equal((await lee.get(`/change-requests/${request.id}`)).status, 404)
})

test('asking again for the same call gives the same request [changes.call.propose]', async () => {
  const once = await propose(pat, 'send_letter', { to: 'Same' })
  assert.equal((await propose(pat, 'send_letter', { to: 'Same' })).id, once.id)
})

test('once confirmed it runs one time, in the person’s name, and its result is kept [changes.call.run]', async () => {
  const before = (await sent()).length
  const request = await propose(pat, 'send_letter', { to: 'Ines' })
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(pat, request)))
  assert.ok(answers.some(({ status }) => status === 200))
  const done = await ended(pat, request)
  assert.deepEqual([done.state, done.result.outcome], ['confirmed', 'applied'])
  assert.match(done.result.output, /^sent to Ines \/artifacts\/.*receipt\.txt/)
  assert.equal((await confirm(pat, request)).status, 200)
  assert.deepEqual((await sent()).slice(before), ['pat@example.com Ines'])
})

test('a confirmed call that fails says why and is not run again [changes.call.run]', async () => {
  const before = (await sent()).length
  const request = await propose(pat, 'send_letter', { to: 'Max', fail: true })
  await confirm(pat, request)
  const { result } = await ended(pat, request)
  assert.deepEqual([result.outcome, result.output], ['failed', 'no paper'])
  assert.equal((await sent()).length, before + 1)
})

test('a restricted tool that wants a confirmation needs both, and each decision is recorded [changes.call.restricted]', async () => {
  assert.match(
    await ask(pat.email, '/tool send_invoice {"to":"Kim"}'),
    /needs the capability “Send invoices”/,
  )
  assert.equal((await decisions(pat.email))[0].outcome, 'denied')
  await grant(pat.email, 'send_invoices')
  const request = await propose(pat, 'send_invoice', { to: 'Kim' })
  assert.equal((await decisions(pat.email)).filter(({ outcome }) => outcome === 'allowed').length, 1)
  await confirm(pat, request)
  assert.equal((await ended(pat, request)).result.outcome, 'applied')
  const [latest, before] = await decisions(pat.email)
  assert.equal(before.outcome, 'allowed')
  assert.deepEqual(
    [latest.outcome, latest.tool, latest.chat_id],
    ['allowed', 'send_invoice', request.operations[0].chat_id],
  )
})

test('a person who lost the permission cannot confirm the call until it is granted again; access of others has no effect [changes.call.stale]', async () => {
  const before = (await sent()).length
  const request = await propose(pat, 'send_invoice', { to: 'Late' })
  await grant(lee.email, 'send_invoices')
  await revoke(pat.email, 'send_invoices')
  const answer = await confirm(pat, request)
  assert.deepEqual([answer.status, answer.json.code], [403, 'forbidden'])
  assert.match(answer.json.detail, /permission send_invoices on this Hub any more/)
  assert.equal((await sent()).length, before)
  await grant(pat.email, 'send_invoices')
  assert.equal((await confirm(pat, request)).status, 200)
  assert.equal((await ended(pat, request)).result.outcome, 'applied')
})

test('a rejected call keeps the person’s reason [changes.call.reject]', async () => {
  const request = await propose(pat, 'send_letter', { to: 'Rude' })
  const { json } = await pat.post(`/change-requests/${request.id}/reject`, { reason: ' Too rude. ' })
  assert.deepEqual([json.state, json.result], ['rejected', { outcome: 'rejected', detail: 'Too rude.' }])
})

test('an editable call is replaced by the same call with another input, which the person still confirms [changes.call.edit]', async () => {
  const before = (await sent()).length
  const request = await propose(pat, 'send_card', { to: 'Kim', count: 1, pin: 'secret 1' })
  assert.deepEqual(request.secret_fields, ['pin'])
  const edit = (input: object, plan_hash = request.plan_hash) =>
    pat.post(`/change-requests/${request.id}/edit`, { plan_hash, input })
  for (const wrong of [{ to: 'Lee' }, { to: 'Lee', count: 0 }, { to: 'Lee', count: 1, more: 1 }]) {
    const refused = await edit(wrong)
    assert.deepEqual([refused.status, refused.json.code], [400, 'invalid'])
  }
  assert.match((await edit({ to: 'Lee', count: 'two' })).json.detail, /^count: .*number/)
  assert.equal((await edit({ to: 'Lee', count: 1 }, 'a'.repeat(64))).status, 409)
  const byKey = await pat.byKey()
  const forged = await byKey.post(`/change-requests/${request.id}/edit`, {
    plan_hash: request.plan_hash,
    input: { to: 'Eve', count: 1 },
  })
  assert.equal(forged.status, 403)
  const edited = (await edit({ to: 'Lee', count: 2 })).json
  assert.deepEqual([edited.state, edited.operations[0].input], ['proposed', { to: 'Lee', count: 2 }])
  assert.deepEqual(edited.operations[0].edited, { id: request.id, input: request.operations[0].input })
  assert.notEqual(edited.plan_hash, request.plan_hash)
  const first = (await pat.get(`/change-requests/${request.id}`)).json
  assert.deepEqual([first.state, first.result.outcome, first.next], ['stale', 'edited', edited.id])
  assert.equal((await confirm(pat, request)).status, 409)
  assert.equal((await confirm(pat, edited)).status, 200)
  assert.equal((await ended(pat, edited)).result.outcome, 'applied')
  assert.deepEqual((await sent()).slice(before), ['pat@example.com 2 Lee'])
  const letter = await propose(pat, 'send_letter', { to: 'Fixed' })
  const { status, json } = await pat.post(`/change-requests/${letter.id}/edit`, {
    plan_hash: letter.plan_hash,
    input: { to: 'Lee' },
  })
  assert.deepEqual([status, json.code], [400, 'invalid'])
})

test('neither an API key nor another person can confirm a call [changes.call.session]', async () => {
  const request = await propose(pat, 'send_letter', { to: 'Key' })
  assert.equal((await confirm(await pat.byKey(), request)).status, 403)
  assert.equal((await confirm(lee, request)).status, 404)
  assert.equal((await pat.post(`/change-requests/${request.id}/reject`)).json.state, 'rejected')
})

test('a stored call that was tampered with is not run [changes.call.hash]', async () => {
  const before = (await sent()).length
  const request = await propose(pat, 'send_letter', { to: 'Honest' })
  const operations = JSON.stringify(request.operations).replace('Honest', 'Thief')
  await hub.store.db.updateTable('change_requests').set({ operations }).where('id', '=', request.id).execute()
  assert.equal((await confirm(pat, request)).status, 409)
  await store(request, { call_state: 'waiting' })
  assert.equal((await ended(pat, request)).result.outcome, 'refused')
  assert.equal((await sent()).length, before)
})

test('a call whose process ended is reported as interrupted and not repeated [changes.call.once]', async () => {
  const before = (await sent()).length
  const request = await propose(pat, 'send_letter', { to: 'Crash' })
  await store(request, { call_state: 'running', leased_until_ms: clock.now() - 1 })
  const { result } = await ended(pat, request)
  assert.equal(result.outcome, 'interrupted')
  assert.match(result.detail, /may have taken effect/)
  assert.equal((await sent()).length, before)
})

test('a call continues if its own process renewed it too late, as after suspending the computer [changes.call.once]', async () => {
  const request = await propose(pat, 'send_parcel', { to: 'Asleep' })
  await confirm(pat, request)
  await until(async () => (await sent()).includes('Asleep'))
  const asleep = { leased_until_ms: clock.now() - 1 }
  await hub.store.db.updateTable('change_requests').set(asleep).where('id', '=', request.id).execute()
  const ping = await propose(pat, 'ping', { n: ++pings })
  await confirm(pat, ping)
  await ended(pat, ping)
  assert.equal((await pat.get(`/change-requests/${request.id}`)).json.result.outcome, 'running')
  await writeFile(join(hub.folder, 'Garden', 'gate'), '')
  assert.equal((await ended(pat, request)).result.outcome, 'applied')
})

test('a person who lost the Hub between confirming and running is refused [changes.call.access]', async () => {
  const request = await propose(lee, 'send_letter', { to: 'Gone' })
  await revoke(lee.email, 'use_hub')
  await store(request, { call_state: 'waiting' })
  assert.equal((await ended(lee, request)).result.outcome, 'refused')
})

test('a call confirmed through another Hub’s bridge is run by its own [changes.call.own-hub]', async () => {
  const request = await propose(pat, 'send_letter', { to: 'Elsewhere' })
  const elsewhere = requestsWith(hub.bridges[1]!, () => ({
    cookie: `token=${pat.token}`,
    origin: hub.origin,
  }))
  const { id, plan_hash } = request
  assert.equal((await elsewhere.post(`/change-requests/${id}/confirm`, { plan_hash })).status, 200)
  assert.equal((await ended(pat, request)).result.outcome, 'applied')
})

test('a tool that was changed in between is not run, and its call is proposed again for the changed tool [changes.call.definition]', async () => {
  const before = (await sent()).length
  const request = await propose(pat, 'send_letter', { to: 'Edited' })
  const tools = join(hub.folder, 'Garden', 'tools', 'letters.ts')
  await writeFile(tools, TOOLS.replace('Sends a letter', 'Shreds a letter'))
  // A proposal with a new id shows that the Hub has loaded the changed tool.
  await until(async () => (await propose(pat, 'send_letter', { to: 'Edited' })).id !== request.id, AT_A_PACE)
  await confirm(pat, request)
  const { state, result } = await ended(pat, request)
  assert.deepEqual([state, result.outcome], ['stale', 'stale'])
  assert.match(result.detail, /was changed since/)
  assert.equal((await sent()).length, before)
  const again = (await pat.post(`/change-requests/${request.id}/again`)).json
  assert.equal(again.operations[0].description, 'Shreds a letter')
  assert.equal((await confirm(pat, again)).status, 200)
  assert.equal((await ended(pat, again)).result.outcome, 'applied')
})

test('a caller without a sign-in, and a service, get no confirmation request [changes.call.person]', async () => {
  await grant('svc:robot', 'use_hub')
  assert.match(
    await ask('svc:robot', '/tool send_letter {"to":"x"}'),
    /but no person is signed in for this request/,
  )
})

test('a confirmed call that no Hub ran within the day is not run any more [changes.call.expiry]', async () => {
  const before = (await sent()).length
  const request = await propose(pat, 'send_letter', { to: 'Old' })
  ahead = 24 * 60 * 60 * 1000
  await store(request, { call_state: 'waiting' })
  assert.equal((await ended(pat, request)).result.outcome, 'refused')
  assert.equal((await sent()).length, before)
})
