import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { requestsWith, startTestConsole, type ConsoleCaller } from '../support/console.ts'

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
/** Polling without a pause would reach the person's rate limit. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
const ended = async (person: ConsoleCaller, { id }: any) => {
  for (;;) {
    const { json } = await person.get(`/change-requests/${id}`)
    if (json.result && json.result.outcome !== 'running') return json
    await pause()
  }
}
const decisions = async (user: string) =>
  (await admin.get(`/audit?user=${user}&limit=200`)).json.items as any[]

test('a call that wants a confirmation runs nothing and becomes a change request of the person [changes.call.propose]', async () => {
  const text = await ask(pat.email, '/tool send_letter {"to":"Kim"}')
  assert.match(text, /waiting_for_confirmation/)
  const request = (await pat.get(`/change-requests/${LINK.exec(text)![1]}`)).json
  assert.deepEqual(
    [request.kind, request.state, request.summary],
    ['tool_call', 'proposed', 'Run send_letter: Sending a letter to Kim'],
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

test('access that changed in between makes the call stale, and it never runs [changes.call.stale]', async () => {
  const before = (await sent()).length
  const request = await propose(pat, 'send_invoice', { to: 'Late' })
  await revoke(pat.email, 'send_invoices')
  const answer = await confirm(pat, request)
  assert.deepEqual([answer.status, answer.json.code], [409, 'stale_plan'])
  assert.equal((await sent()).length, before)
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
  assert.match(result.detail, /may have taken effect or not/)
  assert.equal((await sent()).length, before)
})

test('a call continues if its own process renewed it too late, as after suspending the computer [changes.call.once]', async () => {
  const request = await propose(pat, 'send_parcel', { to: 'Asleep' })
  await confirm(pat, request)
  while (!(await sent()).includes('Asleep')) await pause()
  const asleep = { leased_until_ms: clock.now() - 1 }
  await hub.store.db.updateTable('change_requests').set(asleep).where('id', '=', request.id).execute()
  const ping = await propose(pat, 'ping', { n: ++pings })
  await confirm(pat, ping)
  await ended(pat, ping) // by now, the check for interrupted calls has run
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

test('a tool that was changed in between is not run [changes.call.definition]', async () => {
  const before = (await sent()).length
  const request = await propose(pat, 'send_letter', { to: 'Edited' })
  const tools = join(hub.folder, 'Garden', 'tools', 'letters.ts')
  await writeFile(tools, TOOLS.replace('Sends a letter', 'Shreds a letter'))
  // A proposal with a new id shows that the Hub has loaded the changed tool.
  while ((await propose(pat, 'send_letter', { to: 'Edited' })).id === request.id) await pause()
  await confirm(pat, request)
  const { result } = await ended(pat, request)
  assert.equal(result.outcome, 'refused')
  assert.match(result.detail, /was changed since/)
  assert.equal((await sent()).length, before)
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
