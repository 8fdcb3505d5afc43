import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { inboxOf } from '../support/inboxes.ts'
import { servicesOfHub } from '../support/own-services.ts'
import { testProgram } from '../support/test-program.ts'
import { markersOf } from '../inbox/support.ts'
import { folderWith } from '../support/folder.ts'
import { send, signed, startReceiver } from './started-receiver.ts'

/** A larger number of kills: `HUB_TEST_KILLS=300`. */
const KILLS = Number(process.env['HUB_TEST_KILLS'] ?? 4)
const SENDERS = 16

const ENVIRONMENT = {
  SVC_INBOUND: 'webhook',
  SVC_INBOUND_PORT: '0',
  SVC_HUB_SLUG: 'orders',
  SVC_LOG_LEVEL: 'error',
  WEBHOOK_INBOUND_SECRET: 's3cret',
}

async function standBy(t: TestContext, folder: string) {
  const child = spawn(process.execPath, [...testProgram('receiver'), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...ENVIRONMENT, ...(await servicesOfHub(folder)) },
  })
  t.after(() => child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })
  const line = async () => String((await once(lines, 'line'))[0])
  assert.equal(await line(), 'loaded')
  return {
    async start() {
      const url = line()
      child.stdin.write('start\n')
      return `${await url}/webhooks/orders/webhook`
    },
    async kill() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

test(
  'killed again and again under load, the receiver loses no acknowledged delivery, and creates at most one copy per kill [inbox.killed]',
  { timeout: 120_000 + KILLS * 10_000 },
  async (t) => {
    const folder = await folderWith(t, { 'agent.md': 'A test.' })
    const acknowledged = new Set<string>()
    let receiver = await standBy(t, folder)
    let url = receiver.start()
    let untilKill = Infinity
    let killed = () => {}
    let over = false
    let number = 0

    const acknowledge = (id: string) => {
      acknowledged.add(id)
      if (--untilKill <= 0) killed()
    }
    const sendUntilTaken = async (id: string) => {
      for (;;) {
        const init = signed(`{"id":"${id}"}`, { 'X-Delivery-Id': id })
        const answer = await fetch(await url, init).catch(() => null)
        const word = await answer?.text().catch(() => null)
        if (answer?.status === 200 && word) return acknowledge(id)
      }
    }
    const sender = async () => {
      while (!over) await sendUntilTaken(`d-${++number}`)
    }

    const senders = Array.from({ length: SENDERS }, sender)
    for (let kill = 0; kill < KILLS; kill++) {
      const next = await standBy(t, folder)
      await new Promise<void>((resolve) => {
        killed = resolve
        untilKill = 1 + Math.floor(Math.random() * 60)
      })
      const restarted = Promise.withResolvers<string>()
      url = restarted.promise
      await receiver.kill()
      receiver = next
      restarted.resolve(await receiver.start())
    }
    over = true
    await Promise.all(senders)
    await receiver.kill()
    const last = await startReceiver(t, {}, folder)
    assert.equal(await send(last.url, signed('{"id":"last"}', { 'X-Delivery-Id': 'last' })), '200 ok')

    const stored = inboxOf({ hubFolder: folder, slug: 'orders' }, 'webhook')
    const events = await Promise.all(
      (await stored.list('pending')).map(
        async (name) => JSON.parse(String(await stored.read('pending', name))) as { body: { id: string } },
      ),
    )
    const ids = events.map(({ body }) => body.id)
    assert.deepEqual(
      [...acknowledged].filter((id) => !ids.includes(id)),
      [],
      'acknowledged, and lost',
    )
    const copies = ids.length - new Set(ids).size
    assert.ok(copies <= KILLS, `${copies} copies after ${KILLS} kills`)
    // At most three markers per event: for the id, the content, and their combination.
    assert.ok(markersOf(folder).length <= 3 * new Set(ids).size, 'a mark without an event')
    t.diagnostic(`${KILLS} kills, ${acknowledged.size} acknowledged, ${copies} copies`)
  },
)
