import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openStore } from '#ground/store/store.ts'
import { storeOf } from '../support/own-services.ts'
import { startChatbPeople, type ChatbPeople, type Place } from './chatb-people.ts'
import type { SentMessage } from './providers/chatb-world.ts'
import { until } from '../support/until.ts'

const TOOLS = `
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, z } from 'hub-service'
export const pay = defineTool({
  name: 'pay', description: 'Pays', confirm: 'editable',
  input: z.looseObject({ to: z.string() }),
  restricted: { capability: 'pay_bills', label: 'Pay bills', group: 'Money' },
  title: ({ to }) => 'Paying ' + to,
  async run({ to }, { caller, hubFolder }) {
    await appendFile(join(hubFolder, 'paid.txt'), caller.email + ' ' + to + '\\n')
    return 'receipt for ' + to
  },
})
`
const FILES = {
  'agent.md': '---\nname: Garden\nsurfaces:\n  chatb:\n    tools: [pay]\n---\nBe brief.\n',
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

const PRIVATE = 'alone with ben'

const askToPay = (where: Place, input: { to: string; [more: string]: unknown }): Promise<SentMessage> =>
  askWith(where, JSON.stringify(input))

async function askWith(where: Place, input: string): Promise<SentMessage> {
  const since = people.provider.sent.length
  await people.ask('ben', where, `/tool pay ${input}`)
  return people.card(where, since)
}

const paidTo = async (to: string): Promise<number> => {
  const paid = await readFile(join(people.hub.folder, 'paid.txt'), 'utf8').catch(() => '')
  return paid.split('\n').filter((line) => line === `ben@example.com ${to}`).length
}

const acknowledgement = (query: string) =>
  people.provider.calls.find(
    ({ method, parameters }) => method === 'answerCallbackQuery' && parameters['callback_query_id'] === query,
  )?.parameters

async function acknowledged(update: { callback_query?: { id: string } | undefined }) {
  const { id } = update.callback_query!
  await until(() => acknowledgement(id) !== undefined)
  const { text, show_alert: isAlert } = acknowledgement(id)!
  return { text, isAlert }
}

const requestOf = (card: SentMessage): string => /change-requests\/([0-9a-f-]{36})/.exec(card.text)![1]!

async function inStore(change: (store: Awaited<ReturnType<typeof openStore>>) => Promise<unknown>) {
  await using store = await openStore(await storeOf(join(people.hub.folder, '.svc')))
  await change(store)
}

const buttonsGone = (card: SentMessage) => until(() => card.buttons.length === 0)

test('a waiting call is shown with its arguments and two buttons; a press approves it once [messaging.buttons]', async () => {
  const since = people.provider.sent.length
  const card = await askToPay(PRIVATE, {
    to: 'Kim',
    note: 'two *lines*\nand [a link](https://evil.example) '.padEnd(400, 'x'),
    api_key: 'hidden-from-all',
    account: { iban: 'DE02', secret: 'hidden-too' },
  })
  const lines = card.text.split('\n')
  assert.deepEqual(lines.slice(0, 2).concat(lines.slice(3, 5)), [
    'Paying Kim (pay)',
    'to: Kim',
    'api_key: ••••••••',
    'account: {"iban":"DE02","secret":"••••••••"}',
  ])
  assert.match(lines[2]!, /^note: two \*lines\* and \[a link\]\(https:\/\/evil\.example\) x+…$/)
  assert.equal(lines[2]!.length, 'note: '.length + 300)
  assert.match(card.text, /Nothing was done yet\..*http:\S+\/portal\/change-requests\/[0-9a-f-]{36}$/)
  assert.doesNotMatch(card.text, /hidden/)
  assert.deepEqual(
    card.entities.map(({ type, offset, length }) => [type, offset, length]),
    [['bold', 0, 'Paying Kim (pay)'.length]],
  )
  assert.deepEqual(
    card.buttons.map(({ text }) => text),
    ['Approve', 'Decline'],
  )
  assert.equal(await paidTo('Kim'), 0)

  const pressed = { ...card }
  const update = await people.press('ben', card, 'Approve')
  await people.deliver(update)
  assert.deepEqual(await acknowledged(update), { text: 'Approved.', isAlert: false })
  await buttonsGone(card)
  assert.match(card.text, /\n\nApproved\.$/)
  const again = await people.press('ben', pressed, 'Approve')
  assert.deepEqual(await acknowledged(again), { text: 'Approved.', isAlert: false })
  const late = await people.press('ben', pressed, 'Decline')
  assert.deepEqual(await acknowledged(late), { text: 'You approved this already.', isAlert: true })
  const told = await people.answers(PRIVATE, since, 3)
  assert.equal(told[2], 'Confirmed and done: “Paying Kim”.\n\nreceipt for Kim')
  assert.equal(await paidTo('Kim'), 1)
  await people.ask('ben', PRIVATE, '/say behind it')
  assert.equal((await people.answers(PRIVATE, since, 4)).length, 4)
  assert.deepEqual(people.provider.refused, [])
})

test('a press declines a call, which then cannot be approved [messaging.buttons]', async () => {
  const card = await askWith(PRIVATE, '{"to":"Eve","account":12345678901234567890}')
  assert.match(card.text, /^account: 12345678901234567890$/m)
  const pressed = { ...card }
  const since = people.provider.sent.length
  const update = await people.press('ben', card, 'Decline')
  assert.deepEqual(await acknowledged(update), { text: 'Declined. Nothing was done.', isAlert: false })
  await buttonsGone(card)
  const [told] = await people.answers(PRIVATE, since)
  assert.equal(told, 'You rejected “Paying Eve”. Nothing was done.')
  const late = await people.press('ben', pressed, 'Approve')
  assert.deepEqual(await acknowledged(late), {
    text: 'You declined this already. Nothing was done.',
    isAlert: true,
  })
  assert.equal(await paidTo('Eve'), 0)
})

test('in a group another person’s press changes nothing, and only this person sees why [messaging.buttons]', async () => {
  const card = await askToPay('group', { to: 'Lee' })
  const since = people.provider.sent.length
  const foreign = { text: 'Only the person for whom the agent proposed this call can decide.', isAlert: true }
  assert.deepEqual(await acknowledged(await people.press('ana', card, 'Approve')), foreign)
  assert.deepEqual(await acknowledged(await people.press('ana', card, 'Decline')), foreign)
  const stranger = people.provider.press(card, 'Approve', { id: 99, first_name: 'Ben' })
  await people.deliver(stranger)
  assert.deepEqual(await acknowledged(stranger), foreign)
  assert.equal(card.buttons.length, 2)
  assert.equal(people.provider.sent.length, since)
  assert.equal(await paidTo('Lee'), 0)
  await people.press('ben', card, 'Approve')
  await buttonsGone(card)
  const [told] = await people.answers('group', since)
  assert.match(told!, /^Confirmed and done: “Paying Lee”\.\n\nResult: http/)
  assert.equal(await paidTo('Lee'), 1)
})

test('a person who lost the tool’s permission cannot approve, and keeps the buttons [messaging.buttons]', async () => {
  const card = await askToPay(PRIVATE, { to: 'Mia' })
  const { items } = await people.ben.call('GET', '/portal/api/hubs')
  const about = { subject: 'ben@example.com', hub: items[0].slug, permission: 'pay_bills' }
  await people.ben.call('POST', '/portal/api/access/revoke', about)
  assert.deepEqual(await acknowledged(await people.press('ben', card, 'Approve')), {
    text: 'You no longer have the permission for this call. Ask an administrator for it, or decline.',
    isAlert: true,
  })
  assert.equal(card.buttons.length, 2)
  await people.ben.call('POST', '/portal/api/access/grant', about)
  await people.press('ben', card, 'Approve')
  await until(async () => (await paidTo('Mia')) === 1)
})

test('a call that was edited, decided or has expired elsewhere is not decided by a press [messaging.buttons]', async () => {
  const edited = await askToPay(PRIVATE, { to: 'Old' })
  const path = `/portal/api/change-requests/${requestOf(edited)}`
  const { plan_hash } = await people.ben.call('GET', path)
  await people.ben.call('POST', `${path}/edit`, { plan_hash, input: { to: 'New' } })
  const stale = await acknowledged(await people.press('ben', edited, 'Approve'))
  assert.equal(stale.isAlert, true)
  assert.match(String(stale.text), /^This call is outdated, .* Open the link in the message to decide\.$/)
  await buttonsGone(edited)

  const late = await askToPay(PRIVATE, { to: 'Late' })
  const pressed = { ...late }
  await inStore(({ db }) =>
    db
      .updateTable('change_requests')
      .set({ expires_at_ms: Date.now() })
      .where('id', '=', requestOf(late))
      .execute(),
  )
  await buttonsGone(late)
  assert.match(late.text, /\n\nNobody decided in time\. Nothing was done\.$/)
  assert.deepEqual(await acknowledged(await people.press('ben', pressed, 'Approve')), {
    text: 'Nobody decided in time. Nothing was done. Ask the agent again.',
    isAlert: true,
  })

  const elsewhere = await askToPay(PRIVATE, { to: 'Web' })
  await people.ben.call('POST', `/portal/api/change-requests/${requestOf(elsewhere)}/reject`, {})
  await buttonsGone(elsewhere)
  assert.match(elsewhere.text, /\n\nDeclined\. Nothing was done\.$/)
  for (const to of ['Old', 'New', 'Late', 'Web']) assert.equal(await paidTo(to), 0, to)
})

test('a press that is delivered before a kill is decided once after the start [messaging.buttons]', async () => {
  const card = await askToPay(PRIVATE, { to: 'Back' })
  const since = people.provider.sent.length
  const update = await people.press('ben', card, 'Approve')
  await people.hub.killAndRestart()
  await people.deliver(update)
  await buttonsGone(card)
  assert.deepEqual(
    (await people.answers(PRIVATE, since)).filter((text) => text.includes('Back')),
    ['Confirmed and done: “Paying Back”.\n\nreceipt for Back'],
  )
  assert.equal(await paidTo('Back'), 1)
})

test('a press proves that a message of unknown outcome arrived, and its buttons disappear [messaging.buttons]', async () => {
  const card = await askToPay(PRIVATE, { to: 'Unsure' })
  const isOfCard = `%${requestOf(card)}%`
  const asked = async () => (await people.hub.messages()).findLast(({ text }) => text.includes('Unsure'))
  await until(async () => (await asked())?.state === 'sent')
  await inStore(async ({ db }) => {
    const lost = { state: 'unknown', provider_id: null }
    await db.updateTable('outbox_parts').set(lost).where('card', 'like', isOfCard).execute()
    await db.updateTable('messages').set({ state: 'unknown' }).where('text', 'like', '%Unsure%').execute()
  })
  const since = people.provider.sent.length
  await people.press('ben', card, 'Decline')
  await buttonsGone(card)
  await people.answers(PRIVATE, since)
  assert.equal((await asked())?.state, 'sent')
  assert.equal(await paidTo('Unsure'), 0)
})

test('a press whose acknowledgement the provider refuses is answered by a message [messaging.buttons]', async () => {
  const card = await askToPay(PRIVATE, { to: 'Slow' })
  const since = people.provider.sent.length
  const update = people.provider.press(card, 'Decline', { id: 4712, first_name: 'Ben' })
  const query = { ...update.callback_query!, id: 'too-old' }
  await people.deliver({ ...update, callback_query: query })
  assert.deepEqual((await people.answers(PRIVATE, since, 2)).toSorted(), [
    'Declined. Nothing was done.',
    'You rejected “Paying Slow”. Nothing was done.',
  ])
})
