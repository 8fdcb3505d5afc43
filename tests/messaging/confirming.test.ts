import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openStore } from '#ground/store/store.ts'
import type { ConsolePerson } from '../support/console-person.ts'
import { startChatbPeople, type ChatbPeople, type Place } from './chatb-people.ts'
import { storeOf } from '../support/own-services.ts'

const TOOLS = `
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, z } from 'hub-service'
export const pay = defineTool({
  name: 'pay', description: 'Pays', input: z.object({ to: z.string() }), confirm: true,
  restricted: { capability: 'pay_bills', label: 'Pay bills', group: 'Money' },
  title: ({ to }) => 'Paying ' + to,
  async run({ to }, { caller, hubFolder }) {
    if (to === 'Nobody') throw new Error('there is no such account')
    await appendFile(join(hubFolder, 'paid.txt'), caller.email + ' ' + to + '\\n')
    return 'receipt for ' + to
  },
})
`
const FILES = {
  'agent.md': '---\nname: Garden\nsurfaces:\n  chatb:\n    tools: [pay, propose_access]\n---\nBe brief.\n',
  'tools/pay.ts': TOOLS,
}

let people: ChatbPeople
const ends: (() => unknown)[] = []

before(async () => {
  const t = { after: (end: () => unknown) => void ends.push(end) }
  people = await startChatbPeople(t, { files: FILES })
})
after(async () => {
  for (const end of ends.toReversed()) await end()
})

const request = (person: ConsolePerson, path: string, body?: unknown) =>
  fetch(`${people.hub.url()}/portal/api/change-requests/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      cookie: `token=${person.token}`,
      origin: people.hub.url(),
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

async function askToPay(where: Place, to: string): Promise<{ id: string; plan_hash: string }> {
  const answer = await people.ask('ben', where, `/tool pay {"to":"${to}"}`)
  const [, link, id] = /"(http[^"]*\/portal\/change-requests\/([0-9a-f-]{36}))"/.exec(answer) ?? []
  assert.ok(link !== undefined && link.startsWith(people.hub.url()), answer)
  const page = await fetch(link, { headers: { cookie: `token=${people.ben.token}`, accept: 'text/html' } })
  assert.equal(page.status, 200)
  return (await request(people.ben, id!)).json() as never
}

const confirm = (person: ConsolePerson, { id, plan_hash }: { id: string; plan_hash: string }) =>
  request(person, `${id}/confirm`, { plan_hash })

const paid = () => readFile(join(people.hub.folder, 'paid.txt'), 'utf8').catch(() => '')

test('a waiting call is confirmed by the link in the answer, and the conversation gets the outcome [messaging.confirmed]', async () => {
  const asked = await askToPay('alone with ben', 'Kim')
  assert.equal(await paid(), '')
  const since = people.provider.sent.length
  assert.equal((await confirm(people.ben, asked)).status, 200)
  const [told] = await people.answers('alone with ben', since)
  assert.equal(told, 'Confirmed and done: “Paying Kim”.\n\nreceipt for Kim')
  assert.equal(await paid(), 'ben@example.com Kim\n')
  assert.deepEqual(people.provider.refused, [])
})

test('one that fails, or is rejected, or is not decided in time, says so [messaging.confirmed]', async () => {
  const failing = await askToPay('alone with ben', 'Nobody')
  const since = people.provider.sent.length
  await confirm(people.ben, failing)
  const [failed] = await people.answers('alone with ben', since)
  assert.match(failed!, /^Confirmed, but it failed: “Paying Nobody”\.\n\nthere is no such account/)

  const unwanted = await askToPay('alone with ben', 'Eve')
  const beforeNo = people.provider.sent.length
  assert.equal((await request(people.ben, `${unwanted.id}/reject`, {})).status, 200)
  const [rejected] = await people.answers('alone with ben', beforeNo)
  assert.equal(rejected, 'You rejected “Paying Eve”. Nothing was done.')

  const late = await askToPay('alone with ben', 'Late')
  const beforeEnd = people.provider.sent.length
  {
    await using store = await openStore(await storeOf(join(people.hub.folder, '.svc')))
    await store.db
      .updateTable('change_requests')
      .set({ expires_at_ms: Date.now() })
      .where('id', '=', late.id)
      .execute()
  }
  const [expired] = await people.answers('alone with ben', beforeEnd)
  assert.equal(expired, '“Paying Late” was not confirmed in time. Nothing was done.')
  assert.equal(await paid(), 'ben@example.com Kim\n')
})

test('in a group only the person whose right is used can confirm, and only they read the tool’s result [messaging.confirmed]', async () => {
  const asked = await askToPay('group', 'Lee')
  assert.equal((await request(people.ana, asked.id)).status, 404)
  assert.equal((await confirm(people.ana, asked)).status, 404)
  const since = people.provider.sent.length
  assert.equal((await confirm(people.ben, asked)).status, 200)
  const [told] = await people.answers('group', since)
  assert.match(told!, /^Confirmed and done: “Paying Lee”\.\n\nResult: http/)
  assert.doesNotMatch(told!, /receipt/)
  assert.equal(await paid(), 'ben@example.com Kim\nben@example.com Lee\n')
})

test('a call decided while the Hub is down is reported once, after the start [messaging.confirmed]', async () => {
  const asked = await askToPay('alone with ben', 'Back')
  const since = people.provider.sent.length
  assert.equal((await request(people.ben, `${asked.id}/reject`, {})).status, 200)
  await people.hub.killAndRestart()
  await people.answers('alone with ben', since)
  await people.hub.killAndRestart()
  await people.ask('ben', 'alone with ben', '/say behind it')
  const output = await people.answers('alone with ben', since, 2)
  assert.deepEqual(output, ['You rejected “Paying Back”. Nothing was done.', 'behind it'])
})

test('a change of access that is proposed in a channel is applied by its proposer, behind an absolute link [messaging.confirmed]', async () => {
  const proposal = { subject: 'kim@example.com', grant: ['use_hub'] }
  const answer = await people.ask('ben', 'alone with ben', `/tool propose_access ${JSON.stringify(proposal)}`)
  const [, id] = /"http[^"]*\/portal\/change-requests\/([0-9a-f-]{36})"/.exec(answer) ?? []
  assert.ok(id, answer)
  assert.equal((await request(people.ana, id)).status, 404)
  const asked = (await (await request(people.ben, id)).json()) as { id: string; plan_hash: string }
  assert.equal((await confirm(people.ben, asked)).status, 200)
  const { result } = (await (await request(people.ben, id)).json()) as { result: { outcome: string } }
  assert.equal(result.outcome, 'applied')
})
