// `node bench/messages.ts [seconds] [senders] [folder]`: measures the time until deliveries of WhatsApp (`chat-a`)
// are acknowledged while the agent takes a minute for each, compared with a server that only syncs the body to disk.
// Then many senders send messages at once; no answer may be lost, doubled or out of order.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#ground/store/store.ts'
import { deliveryOf, textFrom } from '../tests/messaging/providers/chata-deliveries.ts'
import { startChataServer, type ChataServer } from '../tests/messaging/providers/chata.ts'
import { startMessagedHub, type MessagedHub } from '../tests/messaging/started-hub.ts'
import { until } from '../tests/support/until.ts'
import { startScript } from './support/cores.ts'
import { temporaryFolder } from './support/folder.ts'
import { median, quantile } from './support/statistics.ts'

const [seconds = 10, senders = 1000] = process.argv.slice(2, 4).map(Number)
process.env['TMPDIR'] = process.argv[4] ?? '/var/tmp' // must be on a disk, because `/tmp` may be in memory
const CONNECTIONS = 4
const ROUNDS = 3
const EACH = 5

const ends: (() => unknown)[] = []
const t = { after: (end: () => unknown) => void ends.push(end) }
try {
  const load = () => `load ${loadavg()[0]!.toFixed(1)}`
  console.log(load())
  await acknowledgements()
  await manyAtOnce()
  console.log(load())
} finally {
  for (const end of ends.toReversed()) await end()
}

async function start(numbers: readonly string[]): Promise<{ provider: ChataServer; hub: MessagedHub }> {
  const provider = await startChataServer(t as never)
  const hub = await startMessagedHub(t, {
    roster: numbers.map((number, index) => `chata,${number},person${index}@example.com,Person ${index}`),
    surfaces: ['chat-a'],
    environment: { ...provider.environment, SVC_PROCESSES: 'compact' },
  })
  return { provider, hub }
}

async function acknowledgements(): Promise<void> {
  const numbers = numbersOf(64)
  const { provider, hub } = await start(numbers)
  const folder = join(temporaryFolder(), 'bodies')
  mkdirSync(folder, { recursive: true })
  const plain = await startScript<{ url: string }>(
    '0,1',
    join(import.meta.dirname, 'messages/peer.ts'),
    folder,
  )
  let sent = 0
  const postTo = (address: string) => async () => {
    const number = numbers[sent % numbers.length]!
    const delivery = deliveryOf(textFrom(number, `/wait 60000 ${sent++}`))
    const { status } = await provider.deliver(address, delivery)
    assert.equal(status, 200)
  }
  const toHub = postTo(hub.addressOf('chata'))
  const toPlain = postTo(plain.ready.url)
  const [ours, theirs]: [number[], number[]] = [[], []]
  let delivered = 0
  for (let round = 0; round <= ROUNDS; round++) {
    const [a, b] = [await timesOf(toHub), await timesOf(toPlain)]
    delivered += a.length
    if (round === 0) continue // the first round is the warm-up
    console.log(`acknowledged ${describe(a)}   plain ${describe(b)}`)
    ours.push(quantile(a, 0.99))
    theirs.push(quantile(b, 0.99))
  }
  await until(async () => (await countOf(hub)) === delivered, { timeoutMs: 600_000 })
  console.log(`all ${delivered} that were acknowledged are in the store`)
  const ratio = median(ours) / median(theirs)
  console.log(
    `p99 ${median(ours).toFixed(1)} ms, ${ratio.toFixed(1)} × the plain server: ${median(ours) < 250 ? 'within' : 'beyond'} 250 ms`,
  )
}

async function timesOf(post: () => Promise<void>): Promise<number[]> {
  const times: number[] = []
  const over = performance.now() + seconds * 1000
  const connection = async () => {
    while (performance.now() < over) {
      const begun = performance.now()
      await post()
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  return times
}

function describe(times: readonly number[]): string {
  const rate = (times.length / seconds).toFixed(0)
  return `${rate}/s, p50 ${median(times).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`
}

async function manyAtOnce(): Promise<void> {
  const numbers = numbersOf(senders)
  const { provider, hub } = await start(numbers)
  const address = hub.addressOf('chata')
  const wordsOf = (number: string) => Array.from({ length: EACH }, (_, index) => `${number} says ${index}`)
  const begun = performance.now()
  const times: number[] = []
  const write = async (number: string) => {
    for (const words of wordsOf(number)) {
      const from = performance.now()
      const { status } = await provider.deliver(address, deliveryOf(textFrom(number, `/say ${words}`)))
      times.push(performance.now() - from)
      assert.equal(status, 200)
    }
  }
  await Promise.all(numbers.map(write))
  const writtenAfter = performance.now() - begun
  await until(() => provider.sent.length >= senders * EACH, { timeoutMs: 600_000 })
  const answeredAfter = performance.now() - begun
  await until(async () => (await countOf(hub, 'sent')) === senders * EACH, { timeoutMs: 600_000 })
  const sentByRecipient = Map.groupBy(provider.sent, ({ request }) => request.to)
  for (const number of numbers)
    assert.deepEqual(
      sentByRecipient.get(number)?.map(({ request }) => request.text.body),
      wordsOf(number),
    )
  assert.deepEqual(provider.refused, [])
  console.log(
    `${senders} senders at once, ${EACH} each: acknowledged after ${inSeconds(writtenAfter)} (p99 ${quantile(times, 0.99).toFixed(0)} ms), ` +
      `answered after ${inSeconds(answeredAfter)}, all in order, none lost, none doubled`,
  )
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function numbersOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(16505560000 + index))
}

async function countOf(hub: MessagedHub, state?: string): Promise<number> {
  await using store = await openStore({ kind: 'sqlite', path: join(hub.folder, '.svc/hub.db') })
  const { n } = await store.db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .$if(state !== undefined, (counted) => counted.where('state', '=', state!))
    .executeTakeFirstOrThrow()
  return n
}
