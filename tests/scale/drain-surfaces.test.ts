import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newId } from '#ground/base/ids.ts'
import { turnForm } from '../chatapp/page.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { folderWith } from '../support/folder.ts'
import { hub as hubCommand } from '../support/hub-command.ts'
import { bearer, callOf, post, request } from '../support/mcp.ts'
import { freePorts } from '../support/free-ports.ts'
import { runHub, secretsOf } from '../support/running-hub.ts'
import { answerOf, ended } from './started-instances.ts'
import { until } from '../support/until.ts'

const TOOLS = `
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { defineTool, z } from 'hub-service'
const input = z.object({ name: z.string() })
const untilGate = async ({ name }, { hubFolder }) => {
  await writeFile(join(hubFolder, name), '')
  while (!existsSync(join(hubFolder, 'gate'))) await setTimeout(20)
  return 'passed'
}
export const wait = defineTool({ name: 'wait', description: 'Waits', input, run: untilGate })
export const send = defineTool({
  name: 'send', description: 'Sends', input, confirm: true,
  run: ({ name }, { hubFolder }) => writeFile(join(hubFolder, name), '').then(() => 'sent'),
})
`

test('a draining instance starts nothing by the chat API, MCP and confirmations, and its edge says so; running work ends [scale.drain]', async (t) => {
  const folder = join(
    await folderWith(t, { 'Garden/agent.md': 'You garden.\n', 'Garden/tools/wait.ts': TOOLS }),
    'Garden',
  )
  const [port] = await freePorts(1)
  const environment = {
    SVC_MACHINE_NAME: 'shed',
    MCP_SERVER: 'true',
    SVC_EDGE_HEALTH_PORT: String(port),
  }
  await using hub = await runHub({ folder, environment, processes: 'usual' })
  const ann = await signUpAt(hub.url, 'Ann')
  const { api_key: key } = (await ann.post('/api/v1/auths/api_key')).json
  const { bridgeKey } = await secretsOf(hub)
  const messages = [{ role: 'user', content: '/say hello' }]
  const askBridge = (body: object, more: Record<string, string> = {}) =>
    fetch(`${hub.bridge}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        ...bearer(bridgeKey),
        'content-type': 'application/json',
        'x-chatapp-user-email': 'ann@example.com',
        'x-chatapp-user-role': 'admin',
        ...more,
      },
      body: JSON.stringify({ model: 'garden', messages, ...body }),
    })
  const askWebChat = (body: object) =>
    fetch(`${hub.url}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'garden', messages, ...body }),
    })
  const readyz = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
    return [answer.status, await answer.json()]
  }
  const console = { cookie: `token=${ann.token}`, origin: hub.url }
  const proposing = [{ role: 'user', content: '/tool send {"name":"sent"}' }]
  const proposed = await (await askBridge({ messages: proposing })).text()
  const id = /change-requests\/([0-9a-f-]{36})/.exec(proposed)![1]
  const change = (await ann.get(`/portal/api/change-requests/${id}`, console)).json
  const confirm = () =>
    ann.post(`/portal/api/change-requests/${id}/confirm`, { plan_hash: change.plan_hash }, console)
  assert.deepEqual(await readyz(), [200, { status: 'ready', missing: [] }])

  const [called, streamed] = [newId(), newId()]
  const waits = (name: string) => [{ role: 'user', content: `/tool wait {"name":"${name}"}` }]
  const call = post(`${hub.url}/mcp`, callOf('wait', { name: called }), bearer(key))
  const stream = askWebChat({ messages: waits(streamed), stream: true })
  const form = turnForm({ user_message: { content: `/tool wait {"name":"turn"}` } })
  const { chat_id: chatId } = (await ann.post('/api/chat/completions', form)).json
  const turn = { chatId, answerId: form.id, promptId: '' }
  for (const name of [called, streamed, 'turn']) await until(async () => existsSync(join(folder, name)))
  const drained = await hubCommand(['instances', 'drain', 'shed', '--hub', folder])
  assert.equal(drained.code, 0, drained.stderr)

  const refusal = async (answer: Promise<Response>) => {
    const { status, headers } = await answer
    const { error, code }: any = await (await answer).json()
    return [status, headers.get('retry-after') !== null, code ?? error.data?.code ?? error.code]
  }
  const refused = [503, true, 'draining']
  assert.deepEqual(await refusal(askBridge({})), refused)
  assert.deepEqual(await refusal(askBridge({ stream: true })), refused)
  assert.deepEqual(await refusal(askWebChat({})), refused)
  assert.deepEqual(
    await refusal(post(`${hub.url}/mcp`, callOf('wait', { name: 'no' }), bearer(key))),
    refused,
  )
  const { status, json } = await confirm()
  assert.deepEqual([status, json.code], [503, 'draining'])
  assert.deepEqual((await refusal(fetch(`${hub.bridge}/readyz`))).at(-1), 'draining')
  await until(async () => (await readyz())[0] === 503)
  assert.deepEqual(await readyz(), [
    503,
    { status: 'draining', missing: ['this instance accepts no new requests'] },
  ])
  assert.equal((await post(`${hub.url}/mcp`, request('tools/list'), bearer(key))).status, 200)
  const begun = { 'x-svc-chat-id': chatId, 'x-svc-message-id': form.id }
  assert.equal((await askBridge({}, begun)).status, 200)
  assert.equal((await askBridge({}, { ...begun, 'x-svc-message-id': newId() })).status, 503)
  assert.equal((await askBridge({}, { 'x-svc-depth': '1' })).status, 200)

  await writeFile(join(folder, 'gate'), '')
  assert.match(await (await call).text(), /passed/)
  assert.match(await (await stream).text(), /passed[^]*\[DONE\]/)
  assert.match((await ended(ann, turn)).message.content, /passed/)
  assert.equal((await answerOf(ann, turn)).error, undefined)
  assert.equal(existsSync(join(folder, 'no')), false)

  assert.equal(await hub.stop(), 0)
  await using again = await runHub({ folder, environment })
  const confirmed = await fetch(`${again.url}/portal/api/change-requests/${id}/confirm`, {
    method: 'POST',
    headers: { cookie: console.cookie, origin: again.url, 'content-type': 'application/json' },
    body: JSON.stringify({ plan_hash: change.plan_hash }),
  })
  assert.equal(confirmed.status, 200)
  await until(async () => existsSync(join(folder, 'sent')))
})
