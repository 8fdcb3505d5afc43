/**
 * A Hub with a real model server: llama.cpp with one slot and a small window, and a model of 270 million parameters.
 * It prints what each kind of request gave and how long it took, and fails when a turn fails. The model writes nonsense;
 * only whether turns work is looked at. Takes minutes: the packages (300 MB) are fetched once.
 */
import { mkdtemp, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { removeFolder } from '../tests/support/folder.ts'
import { hub as hubCommand } from '../tests/support/hub-command.ts'
import { runHub } from '../tests/support/running-hub.ts'
import { startLocalModel } from './local-model/server.ts'

const CACHE = fileURLToPath(new URL('../node_modules/.cache/local-model', import.meta.url))
const CONTEXT_TOKENS = 5120
const KEY = 'local-model-key'
const MAX_ANSWER_TOKENS = 40

const FILES = {
  'agent.md': '---\nname: Garden\n---\nYou look after a garden. Be brief.\n',
  'tasks/greet.md': '---\nmax_rounds: 1\n---\nSay hello to the garden.\n',
}

const LONG =
  'The garden has roses, tulips and an old apple tree by the wall, and beans in the third bed. '.repeat(15)
const SCHEMA = {
  type: 'object',
  properties: { plant: { type: 'string', maxLength: 20 } },
  required: ['plant'],
  additionalProperties: false,
}
const WATER = { name: 'water', description: 'Waters a plant', parameters: SCHEMA }

interface Said {
  status: number
  text: string
}

const user = (content: string) => ({ role: 'user', content })

let failures = 0
const report = (what: string, startedAt: number, { status, text }: Said) => {
  if (status !== 200) failures++
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${status === 200 ? '✔' : '✖'} ${what} (${seconds} s): ${text.slice(0, 300)}`)
}

const root = await mkdtemp(join(tmpdir(), 'local-model-'))
try {
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), content)
  }
  await using model = await startLocalModel(CACHE, CONTEXT_TOKENS)
  console.log(`llama.cpp with ${CONTEXT_TOKENS} tokens at ${model.url}`)
  const environment = {
    SVC_MODEL: 'compatible/gemma',
    SVC_MODEL_BASE_URL: model.url,
    SVC_ACCESS: 'groups',
    BRIDGE_API_KEYS: KEY,
  }
  await using hub = await runHub({ template: root, environment, fromSources: true })
  await walk(hub.bridge)
  await runTask(hub.folder, environment)
} finally {
  await removeFolder(root)
}
if (failures > 0) process.exitCode = 1

/** One request of each kind. */
async function walk(bridge: string): Promise<void> {
  const ask = async (
    what: string,
    messages: readonly object[],
    more: object = {},
    headers: Record<string, string> = {},
  ) => {
    const startedAt = performance.now()
    const body = { model: 'garden', messages, max_tokens: MAX_ANSWER_TOKENS, ...more }
    const response = await request(`${bridge}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      headersTimeout: 0, // a small machine reads a long prompt for minutes
      bodyTimeout: 0,
    })
    const text = await response.body.text()
    const isBroken = text.includes('data: {"error"') // of a stream, whose head was sent before
    const said = { status: isBroken ? 502 : response.statusCode, text }
    report(what, startedAt, said)
    return said
  }
  const talk: object[] = [user('Hello')]
  await ask('first message', talk)
  const pairs = Array.from({ length: 5 }, (_, n) => [
    user(`Bed ${n}: ${LONG}`),
    { role: 'assistant', content: `Noted, bed ${n}. ${LONG}` },
  ])
  talk.push({ role: 'assistant', content: 'Hello.' }, ...pairs.flat())
  for (const question of ['What grows by the wall?', 'And in the third bed?', 'Thanks.']) {
    talk.push(user(question))
    await ask(`conversation beyond the window: ${question}`, talk, { chat_id: 'long' })
    talk.push({ role: 'assistant', content: 'Roses.' })
  }
  await ask(
    'stream with a title',
    [user('How do I plant tomatoes?')],
    { stream: true },
    { 'X-Svc-Wants': 'title' },
  )
  const response_format = {
    type: 'json_schema',
    json_schema: { name: 'plant', schema: SCHEMA, strict: true },
  }
  await ask('JSON mode', [user('Name a plant.')], { response_format, max_tokens: 100 })
  const tools = [{ type: 'function', function: WATER }]
  const tool_choice = { type: 'function', function: { name: 'water' } }
  await ask('tool call', [user('Water the roses.')], { tools, tool_choice, max_tokens: 100 })
}

/** A small model does not end its task; its turn has to work all the same. */
async function runTask(folder: string, environment: Record<string, string>): Promise<void> {
  const startedAt = performance.now()
  const { stdout, stderr } = await hubCommand(['task', 'run', 'greet'], { cwd: folder, environment })
  const text = `${stdout}${stderr}`.replaceAll(/\s+/g, ' ')
  report('task', startedAt, { status: /model failed|model server|too long/i.test(text) ? 502 : 200, text })
}
