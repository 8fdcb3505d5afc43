/**
 * Tests a Hub with a real model server, llama.cpp. The model writes nonsense, so no step checks the meaning of
 * answers.
 * The first start downloads 120 MB; a test takes minutes.
 */
import { mkdtemp, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeFolder } from '../tests/support/folder.ts'
import { hub as hubCommand } from '../tests/support/hub-command.ts'
import { signUpAt } from '../tests/chatapp/started-chatapp.ts'
import { runHub, type RunningHub } from '../tests/support/running-hub.ts'
import { startChatb } from '../tests/messaging/providers/chatb.ts'
import { until } from '../tests/support/until.ts'
import { noticesIn } from '#features/messaging/notices/notices.ts'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import { walkLongChat, walkPages } from './local-model/pages.ts'
import { compareTitle, exceedWindow, HELPER, checkEndpoint, checkTools } from './local-model/programs.ts'
import { startRecorder } from './local-model/recorder.ts'
import { startLocalModel } from './local-model/server.ts'
import { createSteps, type Steps } from './local-model/steps.ts'

const CACHE = fileURLToPath(new URL('../node_modules/.cache/local-model', import.meta.url))
const CONTEXT_TOKENS = 5120
const KEY = 'local-model-key'
const WEBHOOK_SECRET = 'local-model-secret'

const FILES = {
  'agent.md':
    '---\nname: Garden\ntemperature: 0\ntools: [save_file, delegates]\n---\nYou look after a garden. Be brief.\n',
  'agents/helper.md': `---\nname: Helper\ndescription: Helps with the garden\ntools: []\n---\n${HELPER}\n`,
  'tasks/greet.md': '---\nmax_rounds: 1\n---\nSay hello to the garden.\n',
  'workflows/greeting.yaml': 'steps:\n  - id: hello\n    prompt: Say hello to the garden in three words.\n',
  'identity/access.csv': 'surface,handle,email,name\nchatb,4711,ana@example.com,Ana\n',
}

const WORKING = noticesIn('en').working

const FAILED = /model failed|model server has|model server did|too long|can.t be reached/i

const root = await mkdtemp(join(tmpdir(), 'local-model-'))
try {
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), content)
  }
  await using model = await startLocalModel(CACHE, CONTEXT_TOKENS)
  console.log(`llama.cpp with ${CONTEXT_TOKENS} tokens at ${model.url}`)
  await using recorder = await startRecorder(model.url)
  await using messenger = await startChatb()
  const environment = {
    SVC_MODEL: 'compatible/smollm2',
    SVC_MODEL_BASE_URL: recorder.url,
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
  const steps = createSteps(recorder)
  const slug = hub.ready.hubs[0]!.slug
  const bridge = { name: 'bridge', url: `${hub.bridge}/v1`, key: KEY, model: slug }
  await checkEndpoint(steps, bridge)
  await compareTitle(steps, bridge)
  await checkTools(steps, bridge)
  const ana = await signUpAt(hub.url, 'Ana')
  await checkEndpoint(steps, { name: '/api', url: `${hub.url}/api`, key: ana.token, model: slug })
  await walkPages(steps, ana, slug)
  await steps.run('messaging', () => writeMessage(messenger, hub))
  for (const args of [['task', 'run', 'greet'], ['workflow', 'run', 'greeting'], ['doctor']])
    await steps.run(args.join(' '), () => runCommand(args, hub.folder, environment))
  await exceedWindow(steps, bridge)
  await walkLongChat(steps, ana, slug)
  report(steps)
} finally {
  await removeFolder(root)
}

function report({ failed }: Steps): void {
  console.log(failed.length === 0 ? 'every step passed' : `failed: ${failed.join(', ')}`)
  if (failed.length > 0) process.exitCode = 1
}

async function writeMessage(
  messenger: Awaited<ReturnType<typeof startChatb>>,
  { url, ready }: RunningHub,
): Promise<string> {
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
  const answers = () => messenger.sent.map(({ text }) => text).filter((text) => text !== WORKING)
  await until(() => answers().length > 0, { timeoutMs: 600_000 })
  return checked(answers().join(' '))
}

async function runCommand(
  args: readonly string[],
  folder: string,
  environment: Record<string, string>,
): Promise<string> {
  const { code, stdout, stderr } = await hubCommand(args, { cwd: folder, environment })
  if (code !== 0) throw new Error(`exit code ${code}: ${stdout}${stderr}`)
  return checked(`${stdout}${stderr}`)
}

function checked(text: string): string {
  if (FAILED.test(text)) throw new Error(text)
  return text
}
