/**
 * Runs a Hub with a real model server: llama.cpp with one slot and a small window, and a model of 270 million parameters.
 * Prints the result and the duration of each kind of request, and fails when a turn fails. The model writes nonsense, so
 * only the success of turns is checked. Takes minutes: the packages (300 MB) are downloaded once.
 */
import { mkdtemp, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { removeFolder } from '../tests/support/folder.ts'
import { hub as hubCommand } from '../tests/support/hub-command.ts'
import { ask, finished } from '../tests/chatapp/page.ts'
import { signUpAt } from '../tests/chatapp/started-chatapp.ts'
import { runHub, type RunningHub } from '../tests/support/running-hub.ts'
import { startChatb } from '../tests/messaging/providers/chatb.ts'
import { until } from '../tests/messaging/started-hub.ts'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import { startLocalModel } from './local-model/server.ts'

const CACHE = fileURLToPath(new URL('../node_modules/.cache/local-model', import.meta.url))
/** Without tools the instructions take about 100 tokens, so a short conversation exceeds this window. */
const CONTEXT_TOKENS = 1536
const KEY = 'local-model-key'
const WEBHOOK_SECRET = 'local-model-secret'
const MAX_ANSWER_TOKENS = 24

const FILES = {
  'agent.md': '---\nname: Garden\ntools: []\n---\nYou look after a garden. Be brief.\n',
  'tasks/greet.md': '---\nmax_rounds: 1\n---\nSay hello to the garden.\n',
  'workflows/greeting.yaml': 'steps:\n  - id: hello\n    prompt: Say hello to the garden in three words.\n',
  'identity/access.csv': 'surface,handle,email,name\nchatb,4711,ana@example.com,Ana\n',
}

const LONG =
  'The garden has roses, tulips and an old apple tree by the wall, and beans in the third bed. '.repeat(11)
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

/** Words of a turn that failed. */
const FAILED = /model failed|model server has|model server did|too long|can.t be reached/i

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
  await using messenger = await startChatb()
  const environment = {
    SVC_MODEL: 'compatible/gemma',
    SVC_MODEL_BASE_URL: model.url,
    SVC_ACCESS: 'groups',
    BRIDGE_API_KEYS: KEY,
    CHATB_WEBHOOK_SECRET: WEBHOOK_SECRET,
    CHATB_BOT_TOKEN: messenger.token,
    CHATB_API_BASE: messenger.url,
  }
  await using hub = await runHub({
    template: root,
    environment,
    fromSources: true,
    options: ['--chat-b'],
  })
  await walk(hub.bridge)
  await chatOnPages(hub)
  await writeMessage(messenger, hub)
  await runCommand('task', ['task', 'run', 'greet'], hub.folder, environment)
  await runCommand('workflow', ['workflow', 'run', 'greeting'], hub.folder, environment)
  await runCommand('doctor', ['doctor'], hub.folder, environment)
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
  const pairs = Array.from({ length: 4 }, (_, n) => [
    user(`Bed ${n}: ${LONG}`),
    { role: 'assistant', content: `Noted, bed ${n}. ${LONG}` },
  ])
  talk.push({ role: 'assistant', content: 'Hello.' }, ...pairs.flat())
  for (const question of ['What grows by the wall?', 'Thanks.']) {
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

/** A turn of the web chat, with the title of its chat, and a completion at its API. */
async function chatOnPages({ url, ready }: RunningHub): Promise<void> {
  const ana = await signUpAt(url, 'Ana')
  const model = ready.hubs[0]!.slug
  const startedAt = performance.now()
  const { content, error } = await finished(
    ana,
    await ask(ana, { model, user_message: { content: 'Which plant likes shade?' } }),
  )
  report('web chat', startedAt, { status: error ? 502 : 200, text: error?.message ?? content })

  const askedAt = performance.now()
  const messages = [user('Which plant likes sun?')]
  const answer = await ana.post('/api/chat/completions', { model, messages, max_tokens: MAX_ANSWER_TOKENS })
  report('completion at /api', askedAt, answer)
}

/** A message from a messenger, to which the answer is sent. */
async function writeMessage(
  messenger: Awaited<ReturnType<typeof startChatb>>,
  { url, ready }: RunningHub,
): Promise<void> {
  const startedAt = performance.now()
  const message = {
    message_id: 1,
    date: 1_790_000_000,
    chat: { id: 4711, type: 'private', first_name: 'Ana' } as const,
    from: { id: 4711, is_bot: false, first_name: 'Ana' },
    text: 'Hello, which flower is red?',
  }
  await messenger.deliver(messenger.update({ message }), {
    url: url + endpointPath(ready.hubs[0]!.slug, 'chatb'),
    headers: { 'x-telegram-bot-api-secret-token': WEBHOOK_SECRET },
  })
  await until(() => messenger.sent.length > 0)
  const text = messenger.sent.map((sent) => sent.text).join(' ')
  report('messaging', startedAt, { status: FAILED.test(text) ? 502 : 200, text })
}

/** A small model does not end its task; its turn has to work all the same. */
async function runCommand(
  what: string,
  args: readonly string[],
  folder: string,
  environment: Record<string, string>,
): Promise<void> {
  const startedAt = performance.now()
  const { stdout, stderr } = await hubCommand(args, { cwd: folder, environment })
  const text = `${stdout}${stderr}`.replaceAll(/\s+/g, ' ')
  report(what, startedAt, { status: FAILED.test(text) ? 502 : 200, text })
}
