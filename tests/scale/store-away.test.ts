import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '#ground/base/ids.ts'
import type { Client } from '../chatapp/client.ts'
import { ask, nextEvent, readEvents, restOf } from '../chatapp/page.ts'
import { signUpAt, startTestChatapp } from '../chatapp/started-chatapp.ts'
import { folderWith } from '../support/folder.ts'
import { bearer, callOf, post } from '../support/mcp.ts'
import { postgresPrograms, startOwnPostgres } from '../support/postgres.ts'
import { freePorts } from '../support/free-ports.ts'
import { runHub, secretsOf, type RunningHub } from '../support/running-hub.ts'
import { answerOf, ended } from './started-instances.ts'
import { until } from '../support/until.ts'
import { SQLITE } from '../support/stores.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

const TOLD_MS = 2000
const TOLD_OF_SILENCE_MS = 3500

const FILES = {
  'Garden/agent.md': 'You look after a garden.\n',
  'Garden/tools/wait.ts': `
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { defineTool, z } from 'hub-service'
export const wait = defineTool({
  name: 'wait', description: 'Waits', input: z.object({ ms: z.number(), name: z.string() }),
  async run({ ms, name }, { hubFolder }) {
    await writeFile(join(hubFolder, name), '')
    return setTimeout(ms, 'waited')
  },
})
`,
}

async function startWatched(t: TestContext, url: string) {
  const [port] = await freePorts(1)
  const hub = await runHub({
    folder: join(await folderWith(t, FILES), 'Garden'),
    processes: 'split',
    environment: { SVC_DATABASE_URL: url, MCP_SERVER: 'true', SVC_EDGE_HEALTH_PORT: String(port) },
  })
  const edge = `http://127.0.0.1:${port}`
  const statuses = async (...urls: string[]) =>
    Promise.all(urls.map(async (url) => (await fetch(url)).status))
  const ready = [`${edge}/readyz`, `${hub.url}/ready`, `${hub.bridge}/readyz`]
  return {
    hub,
    reasons: async () => {
      const answers = await Promise.all(ready.map(async (url) => (await fetch(url)).json() as any))
      return [answers[0].missing, answers[1].code, answers[2].error?.code]
    },
    ready: () => statuses(...ready),
    alive: () => statuses(`${edge}/healthz`, `${hub.url}/health`, `${hub.bridge}/healthz`),
  }
}

/** Polls each second, like a load balancer. @returns Milliseconds until all addresses return this status. */
async function reported(ready: () => Promise<number[]>, status: number): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const next = pause(1000)
    const output = await ready()
    if (output.every((one) => one === status)) return performance.now() - begun
    await next
  }
}

describe('readiness', { skip, timeout: 120_000 }, () => {
  test('every process reports within two seconds that Postgres is stopped, and that it is back; none restarts [scale.ready]', async (t) => {
    const server = await startOwnPostgres()
    const { hub, ...watched } = await startWatched(t, server.url)
    await using _ = hub
    const children = hub.children()
    for (let round = 0; round < 2; round++) {
      assert.deepEqual(await watched.ready(), [200, 200, 200])
      await server.stop()
      const ms = await reported(watched.ready, 503)
      assert.ok(ms < TOLD_MS, `it took ${ms} ms`)
      assert.deepEqual(await watched.reasons(), [
        ['the database is unreachable'],
        'store_away',
        'store_unavailable',
      ])
      assert.deepEqual(await watched.alive(), [200, 200, 200])
      await server.start()
      assert.ok((await reported(watched.ready, 200)) < TOLD_MS)
    }
    assert.deepEqual(hub.children(), children)
  })

  test('a Postgres that keeps its connections and does not respond counts as unavailable, and no request waits for it [scale.ready]', async (t) => {
    const server = await startOwnPostgres()
    const { hub, ...watched } = await startWatched(t, server.url)
    await using _ = hub
    assert.deepEqual(await watched.ready(), [200, 200, 200])
    server.freeze()
    const ms = await reported(watched.ready, 503)
    assert.ok(ms < TOLD_OF_SILENCE_MS, `it took ${ms} ms`)
    const begun = performance.now()
    for (const status of (await Promise.all(Array.from({ length: 50 }, watched.ready))).flat())
      assert.equal(status, 503)
    assert.ok(performance.now() - begun < TOLD_MS)
    server.thaw()
    assert.ok((await reported(watched.ready, 200)) < TOLD_OF_SILENCE_MS)
  })

  test('a missing or replaced SQLite file counts as unavailable until it is back [scale.ready]', async (t) => {
    const location = await SQLITE.locate(t)
    const chat = await startTestChatapp(t, { location })
    const { path } = location
    const status = async () => (await chat.visitor.get('/ready')).status
    assert.equal(await status(), 200)
    await rename(path, `${path}.aside`)
    await until(async () => (await status()) === 503)
    assert.equal((await chat.visitor.get('/health')).status, 200)
    await rename(`${path}.aside`, path)
    assert.equal(await status(), 200)
  })
})

async function askForHalf(ann: Client, ms: number) {
  const asked = await ask(ann, {
    model: 'garden',
    user_message: { content: `/say half\n/wait ${ms}\n/say and whole` },
  })
  const events = readEvents(ann, asked.chatId)
  const { data } = await nextEvent(events, 'snapshot')
  if (data.message.content === '') await nextEvent(events, 'delta')
  return { asked, events }
}

async function askBridge(hub: RunningHub, ms: number): Promise<{ whole: Promise<string> }> {
  const { bridgeKey } = await secretsOf(hub)
  const content = `/say half\n/wait ${ms}\n/say and whole`
  const answer = await fetch(`${hub.bridge}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bridgeKey}`,
      'content-type': 'application/json',
      'x-chatapp-user-email': 'ann@example.com',
      'x-chatapp-user-role': 'admin',
    },
    body: JSON.stringify({ model: 'garden', stream: true, messages: [{ role: 'user', content }] }),
  })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const readUntil = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      const { value, done } = await reader.read()
      if (done) break
      text += value
    }
    return text
  }
  await readUntil(() => text.includes('half'))
  return { whole: readUntil(() => false) }
}

async function callWait(hub: RunningHub, key: string, ms: number): Promise<{ answer: Promise<Response> }> {
  const name = `begun-${newId()}`
  const answer = post(`${hub.url}/mcp`, callOf('wait', { ms, name }), bearer(key))
  await until(async () => existsSync(join(hub.folder, name)))
  return { answer }
}

describe('a store that goes away during answers', { skip, timeout: 120_000 }, () => {
  test('and restarts within three seconds ends no turn, and no save is lost [scale.store-restart]', async (t) => {
    const server = await startOwnPostgres()
    const { hub } = await startWatched(t, server.url)
    await using _ = hub
    const ann = await signUpAt(hub.url, 'Ann')
    const { api_key: key } = (await ann.post('/api/v1/auths/api_key')).json
    const isThroughOutage = async (before: number): Promise<boolean> => {
      const { asked } = await askForHalf(ann, 7000)
      const direct = await askBridge(hub, 7000)
      const called = await callWait(hub, key, 7000)
      await pause(before)
      const begun = performance.now()
      await server.stop()
      await pause(2000 - (performance.now() - begun))
      await server.start()
      const wasShort = performance.now() - begun < 2600
      await until(async () => (await ann.get('/ready')).status === 200)
      const { message } = await ended(ann, asked)
      if (!wasShort) {
        await Promise.all([direct.whole, called.answer])
        return false
      }
      assert.deepEqual([message.content, message.error], ['half\nand whole', undefined])
      assert.match(await direct.whole, / whole[^]*\[DONE\]/)
      const answer = await called.answer
      assert.deepEqual([answer.status, /waited/.test(await answer.text())], [200, true])
      return true
    }
    for (const before of [0, 500, 1000, 1400])
      await until(() => isThroughOutage(before), { timeoutMs: 120_000 })
  })

  test('and stays unavailable ends turns after five seconds with the reason; their text is stored once it is back [scale.store-gone]', async (t) => {
    const server = await startOwnPostgres()
    const { hub } = await startWatched(t, server.url)
    await using _ = hub
    const ann = await signUpAt(hub.url, 'Ann')
    const { asked, events } = await askForHalf(ann, 120_000)
    const direct = await askBridge(hub, 120_000)
    await until(async () => (await answerOf(ann, asked)).content === 'half')
    const begun = performance.now()
    await server.stop()
    const { message } = (await restOf(events)).at(-1)!.data
    const ms = performance.now() - begun
    assert.ok(ms > 2000 && ms < 7000, `it took ${ms} ms`)
    assert.deepEqual(
      [message.state, message.content, message.error.code],
      ['failed', 'half', 'access_unavailable'],
    )
    assert.match(await direct.whole, /half[^]*access_unavailable/)
    await server.start()
    await until(async () => (await ann.get('/ready')).status === 200)
    assert.deepEqual(await answerOf(ann, asked), { ...message, childrenIds: [] })
  })

  test('and says nothing ends them too [scale.store-gone]', async (t) => {
    const server = await startOwnPostgres()
    const { hub } = await startWatched(t, server.url)
    await using _ = hub
    await signUpAt(hub.url, 'Ann')
    const direct = await askBridge(hub, 120_000)
    const begun = performance.now()
    server.freeze()
    assert.match(await direct.whole, /half[^]*access_unavailable/)
    const ms = performance.now() - begun
    server.thaw()
    assert.ok(ms < 7000, `it took ${ms} ms`)
  })
})
