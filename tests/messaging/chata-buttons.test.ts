import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { LANGUAGES } from '#ground/turn/language/language.ts'
import { noticesIn } from '#features/messaging/notices/notices.ts'
import { signUp, type ConsolePerson } from '../support/console-person.ts'
import { deliveryOf, pressFrom, textFrom } from './providers/chata-deliveries.ts'
import { providerError, startChataServer, type ChataServer } from './providers/chata.ts'
import { startMessagedHub, type MessagedHub } from './started-hub.ts'
import { until } from '../support/until.ts'

const [ANA, BEN] = ['16505551234', '16505550002']
const TOOL = `
import { appendFile } from 'node:fs/promises'
import { defineTool, z } from 'hub-service'
export const order = defineTool({
  name: 'order', description: 'Orders', confirm: true, input: z.looseObject({ what: z.string() }),
  title: () => '',
  async run({ what }, { caller, hubFolder }) {
    await appendFile(hubFolder + '/ordered.txt', caller.email + ' ' + what + '\\n')
    return 'ordered'
  },
})
`

let provider: ChataServer
let hub: MessagedHub
let ana: ConsolePerson
const ends: (() => unknown)[] = []

before(async () => {
  const t = { after: (end: () => unknown) => void ends.push(end) }
  provider = await startChataServer(t as never)
  hub = await startMessagedHub(t, {
    roster: [`chata,${ANA},ana@example.com,Ana`, `chata,${BEN},ben@example.com,Ben`],
    surfaces: ['chat-a'],
    environment: provider.environment,
    files: {
      'agent.md': '---\nname: Garden\nsurfaces:\n  chata:\n    tools: [order]\n---\nBe brief.\n',
      'tools/order.ts': TOOL,
    },
  })
  ana = await signUp(hub.url(), { name: 'Ana', email: 'ana@example.com', password: 'correct horse' })
})
after(async () => {
  for (const end of ends.toReversed()) await end()
})

const deliver = async (value: Readonly<Record<string, unknown>>) => {
  assert.equal((await provider.deliver(hub.addressOf('chata'), deliveryOf(value))).status, 200)
}

async function askToOrder(input: { what: string; [more: string]: unknown }) {
  const since = provider.sentWithButtons.length
  await deliver(textFrom(ANA, `/tool order ${JSON.stringify(input)}`))
  await until(() => provider.sentWithButtons.length > since)
  const { id, request } = provider.sentWithButtons.at(-1)!
  const { body, action } = request.interactive
  const press = (label: string, by = ANA) => {
    const { reply } = action.buttons.find(({ reply: { title } }) => title === label)!
    return deliver(pressFrom(by, id, reply))
  }
  return { text: body.text, to: request.to, press }
}

const bodies = (number: string, since: number) =>
  provider.sent.slice(since).flatMap(({ request }) => (request.to === number ? [request.text.body] : []))

const ordered = async (what: string): Promise<number> => {
  const all = await readFile(join(hub.folder, 'ordered.txt'), 'utf8').catch(() => '')
  return all.split('\n').filter((line) => line === `ana@example.com ${what}`).length
}

test('reply buttons decide a call once, and only its person gets them and may press them [messaging.buttons]', async () => {
  const { text, to, press } = await askToOrder({ what: 'seeds' })
  assert.equal(to, ANA)
  assert.match(
    text,
    /^\*order\*\nwhat: seeds\n\nNothing was done yet\..*http:\S+\/portal\/change-requests\/\S+$/,
  )
  const since = provider.sent.length
  await press('Approve', BEN)
  await until(() => bodies(BEN, since).length === 1)
  assert.deepEqual(bodies(BEN, since), ['Only the person for whom the agent proposed this call can decide.'])
  assert.equal(await ordered('seeds'), 0)

  const read = provider.acknowledged.length
  await press('Approve')
  await press('Approve')
  await until(() => bodies(ANA, since).length === 1)
  assert.equal(bodies(ANA, since)[0], 'Confirmed and done: “Run order”.\n\n> ordered')
  assert.ok(provider.acknowledged.length > read)
  await press('Decline')
  await until(() => bodies(ANA, since).length === 2)
  assert.equal(bodies(ANA, since)[1], 'You approved this already.')
  assert.equal(await ordered('seeds'), 1)
  assert.deepEqual(provider.refused, [])
})

test('many long arguments are cut to the provider’s limit, and the link leads to all of them [messaging.buttons]', async () => {
  const more = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`field_${n}`, 'x'.repeat(200)]))
  const { text, press } = await askToOrder({ what: 'bulbs', ...more })
  assert.ok(text.length <= 1024)
  const shown = text.split('\n').filter((line) => line.startsWith('field_')).length
  assert.ok(shown >= 2)
  assert.match(text, new RegExp(`… and ${30 - shown} more, behind the link\n\nNothing was done yet`))
  const since = provider.sent.length
  await press('Decline')
  await until(() => bodies(ANA, since).length === 1)
  assert.equal(bodies(ANA, since)[0], 'You rejected “Run order”. Nothing was done.')
  assert.equal(await ordered('bulbs'), 0)
})

test('a message with buttons that the provider refused is sent again with its buttons [messaging.buttons]', async () => {
  const taken = (id: string) => ({ status: 200, json: { messages: [{ id }] } })
  provider.fail(taken('read receipt'), taken('wamid.answer'), {
    status: 400,
    json: providerError(131026, 'undeliverable'),
  })
  await deliver(textFrom(ANA, '/tool order {"what":"again"}'))
  const failed = async () => (await hub.messages()).find(({ text }) => text.includes('again'))
  await until(async () => (await failed())?.state === 'failed')
  const since = provider.sentWithButtons.length
  const { items } = await ana.call('GET', '/portal/api/hubs')
  const body = { hub: items[0].slug, messages: [(await failed())!.id] }
  await ana.call('POST', '/portal/api/messages/send-again', body)
  await until(() => provider.sentWithButtons.length > since)
  const [button] = provider.sentWithButtons.at(-1)!.request.interactive.action.buttons
  await deliver(pressFrom(ANA, provider.sentWithButtons.at(-1)!.id, button!.reply))
  await until(async () => (await ordered('again')) === 1)
})

test('labels fit into the provider’s buttons in each language [messaging.buttons]', () => {
  for (const language of LANGUAGES) {
    const { approve, decline } = noticesIn(language).call
    for (const label of [approve, decline]) assert.ok(label.length > 0 && label.length <= 20, label)
    assert.notEqual(approve, decline)
  }
})
