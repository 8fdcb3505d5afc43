import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { deliveryOf, statusOf, textFrom } from './providers/chata-deliveries.ts'
import { providerError, startChataServer, type ChataServer } from './providers/chata.ts'
import { program } from '../support/mcp-hub.ts'
import { startMessagedHub, type MessagedHub } from './started-hub.ts'
import { until } from '../support/until.ts'
import { onFolders } from '../support/cluster-run.ts'

const [ANA, BEN, STRANGER] = ['16505551234', '16505550002', '16505559999']

let provider: ChataServer
let hub: MessagedHub
const ends: (() => unknown)[] = []

before(async () => {
  const t = { after: (end: () => unknown) => void ends.push(end) }
  provider = await startChataServer(t as never)
  hub = await startMessagedHub(t, {
    roster: ['chata,+1 650 555 1234,ana@example.com,Ana', `chata,${BEN},ben@example.com,Ben`],
    surfaces: ['chat-a'],
    environment: provider.environment,
    files: {
      'mcp.json': JSON.stringify({
        mcpServers: { desk: program('asking-stdio', [], { hub: { readOnly: ['book'] } }) },
      }),
    },
  })
})
after(async () => {
  for (const end of ends.toReversed()) await end()
})

const deliver = async (...values: readonly Readonly<Record<string, unknown>>[]) => {
  const answer = await provider.deliver(hub.addressOf('chata'), deliveryOf(...values))
  assert.equal(answer.status, 200)
}

const sentTo = (number: string, since = 0): string[] =>
  provider.sent.slice(since).flatMap(({ request }) => (request.to === number ? [request.text.body] : []))

const messageNamed = async (text: string) => (await hub.messages()).find((message) => message.text === text)

test('a message of a person in the roster is answered; a stranger’s is stored as refused [messaging.roster]', async () => {
  await deliver(textFrom(STRANGER, '/say who am I'), textFrom(ANA, '/say hello Ana'))
  await until(() => sentTo(ANA).length === 1)
  assert.deepEqual(sentTo(ANA), ['hello Ana'])
  await until(async () => (await messageNamed('/say who am I'))?.state === 'refused')
  assert.equal((await messageNamed('/say who am I'))?.reason, 'unknown sender')
  assert.deepEqual(sentTo(STRANGER), [])
  assert.deepEqual(provider.refused, [])
})

test('messages of one person are answered in order, those of others in parallel, and duplicates once [messaging.order] [messaging.once]', async () => {
  const since = provider.sent.length
  const words = Array.from({ length: 6 }, (_, index) => `/say ${index}`)
  const delivery = [
    textFrom(ANA, '/wait 700'),
    ...words.map((word) => textFrom(ANA, word)),
    ...words.map((word) => textFrom(BEN, `${word} for Ben`)),
  ]
  await deliver(...delivery)
  await deliver(...delivery)
  for (const value of delivery) await deliver(value)
  await until(() => sentTo(ANA, since).length >= 7 && sentTo(BEN, since).length >= 6)
  await deliver(textFrom(ANA, '/say the end'))
  await until(() => sentTo(ANA, since).includes('the end'))
  assert.deepEqual(sentTo(ANA, since).slice(1, -1), ['0', '1', '2', '3', '4', '5'])
  assert.deepEqual(
    sentTo(BEN, since),
    words.map((word) => `${word.slice(5)} for Ben`),
  )
})

test('a message that the provider refuses for a while is sent later, once, and its statuses tell the outcome [messaging.later]', async () => {
  const since = provider.sent.length
  const tooMany = { status: 429, json: providerError(130429, 'too many') }
  provider.fail(tooMany, tooMany) // the first failure applies to the read receipt
  await deliver(textFrom(ANA, '/say after a while'))
  await until(() => sentTo(ANA, since).length === 1)
  const sent = provider.sent[since]!
  await until(async () => (await messageNamed('/say after a while'))?.state === 'sent')
  await deliver(statusOf(sent, 'failed', { errors: [{ code: 131026, title: 'undeliverable' }] }))
  await until(async () => (await messageNamed('/say after a while'))?.state === 'failed')
  assert.deepEqual(sentTo(ANA, since), ['after a while'])
})

test('an attempt with an unknown outcome is not repeated until its status arrives [messaging.unknown]', async () => {
  const since = provider.sent.length
  provider.fail({ closed: 'after' }, { closed: 'after' }) // the first failure applies to the read receipt
  await deliver(textFrom(ANA, '/say perhaps'))
  await until(async () => (await messageNamed('/say perhaps'))?.state === 'unknown')
  await deliver(textFrom(ANA, '/say next'))
  await until(() => sentTo(ANA, since).includes('next'))
  assert.deepEqual(sentTo(ANA, since), ['perhaps', 'next'])
  await deliver(statusOf(provider.sent[since]!, 'delivered'))
  await until(async () => (await messageNamed('/say perhaps'))?.state === 'sent')
})

test(
  'a file without an event is put aside, and the following messages are answered [messaging.once]',
  { skip: onFolders('in the store events are no files') },
  async () => {
    const since = provider.sent.length
    const folder = join(hub.folder, '.inbound/messages/chata')
    await writeFile(join(folder, '0000000000000000001-00000000.json'), '{"body":')
    await deliver(textFrom(ANA, '/say behind a broken file'))
    await until(() => sentTo(ANA, since).length === 1)
    assert.deepEqual(await readdir(join(folder, '.quarantine')), ['0000000000000000001-00000000.json'])
  },
)

test('commands work: identity, a new conversation, and stopping an answer [messaging.commands]', async () => {
  const since = provider.sent.length
  await deliver(textFrom(BEN, '/whoami'), textFrom(BEN, '/new'), textFrom(BEN, '/help'))
  await until(() => sentTo(BEN, since).length === 3)
  const [who, began, help] = sentTo(BEN, since)
  assert.equal(who, 'You are ben@example.com, and write to Garden.')
  assert.match(began!, /new conversation/)
  assert.match(help!, /\/stop/)
  await deliver(textFrom(BEN, '/wait 600000'))
  await until(() => sentTo(BEN, since).includes('Working on it …'))
  await deliver(textFrom(BEN, '/stop'))
  await until(() => sentTo(BEN, since).includes('Stopped.'))
  assert.equal((await messageNamed('/wait 600000'))?.state, 'stopped')
  await until(async () => (await messageNamed('/stop'))?.state === 'sent')
  assert.equal(sentTo(BEN, since).at(-1), 'Stopped.', 'and no second word about it')
  await deliver(textFrom(BEN, ' /stop '))
  await until(() => sentTo(BEN, since).at(-1) === 'Nothing is being answered right now.')
})

test('an invalid roster lets no person in until it is fixed [messaging.roster]', async () => {
  await hub.writeRoster(['chata,16505551234,no e-mail,Ana'])
  await until(async () => {
    const text = `/say closed ${Math.random()}`
    await deliver(textFrom(ANA, text))
    await until(async () => ((await messageNamed(text))?.state ?? 'received') !== 'received')
    return (await messageNamed(text))?.state === 'refused'
  })
  await hub.writeRoster([`chata,${ANA},ana@example.com,Ana`])
  await until(async () => {
    const text = `/say open ${Math.random()}`
    await deliver(textFrom(ANA, text))
    await until(async () => ['sent', 'refused'].includes((await messageNamed(text))?.state ?? ''))
    return (await messageNamed(text))?.state === 'sent'
  })
})

test('a Hub killed during an answer answers after its restart, in order and once [messaging.crash]', async () => {
  const since = provider.sent.length
  await deliver(textFrom(ANA, '/wait 1500'), textFrom(ANA, '/say behind it'))
  await until(async () => (await messageNamed('/wait 1500'))?.state === 'answering')
  await hub.killAndRestart()
  await until(() => sentTo(ANA, since).includes('behind it'))
  assert.equal(sentTo(ANA, since).length, 2)
  assert.equal((await messageNamed('/wait 1500'))?.attempts, 2)
})

test('a question of an outside server is declined, and the answer ends with its server and the reason [agent.mcp.questions]', async () => {
  const since = provider.sent.length
  await deliver(textFrom(ANA, '/tool desk__book {}'))
  await until(() => sentTo(ANA, since).length === 1)
  assert.match(
    sentTo(ANA, since)[0]!,
    /\n\ndesk asked a question, which was declined: questions can only be answered in the web chat\.$/,
  )
})

test('the Hub’s own words are in the language of the person’s messages, commands included [agent.language]', async () => {
  const since = provider.sent.length
  await deliver(textFrom(ANA, '/say Wie ist das Wetter und der Wind?'))
  await until(() => sentTo(ANA, since).length > 0)
  await deliver(textFrom(ANA, '/whoami ')) // the space gives the command another message id
  await until(() => sentTo(ANA, since).length > 1)
  assert.match(sentTo(ANA, since).at(-1)!, /^Sie sind ana@example\.com und schreiben mit Garden\.$/)
})
