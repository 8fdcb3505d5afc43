import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalOf, readText, saying, startTestBridge, type TestBridge } from '../support/bridge.ts'
import { startWorkingHub } from '../scheduler/support.ts'
import { until } from '../support/until.ts'

const ONE_AT_ONCE = { SVC_MAX_TURNS: '1' }

const metric = async (bridge: TestBridge, name: string): Promise<number> => {
  const text = await (await bridge.fetch('/metrics')).text()
  return Number(new RegExp(`^${name}\\{[^}]*\\} (\\d+)$`, 'm').exec(text)?.[1])
}

async function longAnswer(bridge: TestBridge): Promise<{ leave(): void; begun: Response } & Disposable> {
  const client = new AbortController()
  const begun = await bridge.complete(saying('/say hello\n/wait 600000', { stream: true }), {}, client.signal)
  assert.equal(begun.status, 200)
  const leave = () => client.abort()
  // Returns `begun` too, because `fetch` aborts a response without references on garbage collection.
  return { leave, begun, [Symbol.dispose]: leave }
}

test('beyond the limit of concurrent turns a request is refused with 429 before any effect, and answered once there is room [bridge.turn-limit]', async (t) => {
  const bridge = await startTestBridge(t, { environment: ONE_AT_ONCE })
  using long = await longAnswer(bridge)
  for (const stream of [false, true]) {
    const refused = await bridge.complete(saying('/say me too', { stream, chat_id: 'refused' }))
    assert.equal(refused.headers.get('retry-after'), '5')
    assert.deepEqual(await refusalOf(refused), {
      status: 429,
      type: 'rate_limit_error',
      code: 'too_many_turns',
      param: null,
      message: 'This agent is answering as many requests as it can right now. Please try again in a moment.',
    })
  }
  assert.equal(await metric(bridge, 'hub_turns_refused_total'), 2)
  assert.ok((await bridge.chatPaths()).every((path) => !path.includes('refused')))
  long.leave()
  assert.equal(await until(async () => answered(await bridge.complete(saying('/say now')))), 'now')
})

test('the official client retries automatically after a refusal for lack of room [bridge.turn-limit]', async (t) => {
  const bridge = await startTestBridge(t, { environment: ONE_AT_ONCE })
  using long = await longAnswer(bridge)
  const statuses: number[] = []
  const client = bridge.client({
    maxRetries: 3,
    fetch: async (url, init) => {
      const answer = await fetch(url, init)
      statuses.push(answer.status)
      long.leave()
      return answer
    },
  })
  const messages = [{ role: 'user' as const, content: '/say there you are' }]
  const { choices } = await client.chat.completions.create({ model: 'garden', messages })
  assert.equal(choices[0]!.message.content, 'there you are')
  assert.deepEqual([statuses[0], statuses.at(-1)], [429, 200])
})

const TASK = '---\non_webhook: true\nrun_as: ann@example.org\ntimeout: 3s\n---\n/finish done Greeted\n'

test('a task waits for a free turn without losing its own time, and then runs [bridge.turn-limit-waits]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: { 'tasks/greet.md': TASK },
    environment: { ...ONE_AT_ONCE, SVC_TASK_MAX_WAIT: '0' },
  })
  using long = await longAnswer(hub.bridge)
  await hub.deliver({ n: 1 })
  await until(async () => (await metric(hub.bridge, 'hub_turns_waiting')) === 1)
  const since = Date.now()
  await until(async () => Date.now() - since > 3200)
  long.leave()
  const [run] = await hub.ended('md:greet')
  assert.deepEqual([run!.outcome, run!.result], ['done', 'Greeted'])
})

const WORKFLOW = `
name: both
steps:
  - { id: one, prompt: /say one }
  - { id: two, prompt: /say two }
`

test('steps of a workflow that ask the agent side by side take turns [bridge.turn-limit-waits]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: { 'workflows/both.yaml': WORKFLOW },
    environment: ONE_AT_ONCE,
  })
  await hub.runs.queue({ hub: 'garden', id: 'both:1', workflow: 'both', trigger: 'manual', runAs: null })
  const [run] = await hub.ended('both')
  assert.equal(run!.outcome, 'done')
})

const ASKS_ITSELF = `
import { defineTool } from 'hub-service'
import { z } from 'zod'
export default defineTool({
  name: 'ask_again',
  description: 'Asks its own Hub',
  input: z.object({ url: z.string(), key: z.string() }),
  async run({ url, key }) {
    const answer = await fetch(url + '/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', content: '/say inner' }] }),
    })
    return String(answer.status)
  },
})
`
const SUB_AGENT = '---\nname: Helper\ndescription: Helps\n---\nYou help.\n'

test('a turn never waits for itself: its sub-agents need no room, and its tools that ask the Hub are refused [bridge.turn-limit-nested]', async (t) => {
  const bridge = await startTestBridge(t, {
    environment: ONE_AT_ONCE,
    files: { 'tools/ask.ts': ASKS_ITSELF, 'agents/helper.md': SUB_AGENT },
  })
  const own = JSON.stringify({ url: bridge.url, key: bridge.key })
  assert.match(await readText(await bridge.complete(saying(`/tool ask_again ${own}`))), /429/)
  const delegated = '/tool delegates {"agent":"helper","task":"/say from the helper"}'
  assert.match(await readText(await bridge.complete(saying(delegated))), /from the helper/)
})

test('0 is no limit [bridge.turn-limit]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_MAX_TURNS: '0' } })
  using long = await longAnswer(bridge)
  assert.equal(await readText(await bridge.complete(saying('/say me too'))), 'me too')
  long.leave()
})

const answered = async (response: Response): Promise<string | null> =>
  response.status === 200 ? readText(response) : (await response.text(), null)
