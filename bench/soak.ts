import { join } from 'node:path'
import { Agent, fetch, type Response } from 'undici'
import { answerOf, MEASURED, OTHERS, startScript } from './support/cores.ts'

/** `node bench/soak.ts [turns]`: runs turns of all kinds; fails if the bridge leaks memory or open resources. */
const TURNS = Number(process.argv[2] ?? 1000)
const WARM_UP = 300
const IDLE_MS = 8000
/** The measured process may use both cores, because leaks do not depend on speed. */
const ANY_CORE = `${MEASURED},${OTHERS}`
const script = (file: string) => join(import.meta.dirname, 'bridge', file)

interface Report {
  rss: number
  heapUsed: number
  descriptors: number
  children: number
  counts: Record<string, number>
}

let connections = new Agent()

const upstream = await startScript(ANY_CORE, script('upstream.ts'), '8')
const model = `http://127.0.0.1:${upstream.ready.port}`
const bridge = await startScript<{ port: number; key: string }>(ANY_CORE, script('soak-process.ts'), model)

await turns(WARM_UP)
const before = await report()
await turns(TURNS)
const after = await report()
print('before', before)
print('after', after)

const grown = after.rss / before.rss - 1
console.log(
  `memory ${(grown * 100).toFixed(1)} %, heap ${((after.heapUsed / before.heapUsed - 1) * 100).toFixed(1)} %`,
)
const leaks = [
  grown > 0.1 && 'memory',
  after.descriptors > before.descriptors && 'descriptors',
  (after.counts['TCPSocketWrap'] ?? 0) > 0 && 'connections',
  after.children > 0 && 'child processes',
  (after.counts['Timeout'] ?? 0) > (before.counts['Timeout'] ?? 0) && 'timers',
].filter(Boolean)
if (leaks.length > 0) {
  console.error(`left behind: ${leaks.join(', ')}`)
  process.exitCode = 1
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 4)
    await Promise.all([plain(turn), withTool(turn), aborted(turn), failed(turn)])
}

function ask(turn: number, content: string, more: object = {}, signal?: AbortSignal): Promise<Response> {
  return fetch(`http://127.0.0.1:${bridge.ready.port}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bridge.ready.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      chat_id: `chat-${Math.floor(turn / 40)}`,
      messages: [{ role: 'user', content }],
      ...more,
    }),
    signal: signal ?? null,
    dispatcher: connections,
  })
}

async function plain(turn: number): Promise<void> {
  await (await ask(turn, 'Hello', { stream: turn % 8 === 0 })).text()
}

async function withTool(turn: number): Promise<void> {
  await (await ask(turn, 'Which files are there? Use a tool.', { stream: true })).text()
}

async function aborted(turn: number): Promise<void> {
  const leaving = new AbortController()
  const asked = ask(turn, 'Take your time.', { stream: true }, leaving.signal)
  await asked.then((answer) => answer.body!.getReader().read())
  leaving.abort()
}

async function failed(turn: number): Promise<void> {
  await (await ask(turn, 'Fail.', { stream: true })).text()
}

async function report(): Promise<Report> {
  await connections.close()
  connections = new Agent()
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS)) // in this time, idle connections to the model close and batched usage is stored
  return answerOf(bridge, 'report')
}

function print(when: string, { rss, heapUsed, descriptors, children, counts }: Report): void {
  const mb = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)
  console.log(
    `${when.padEnd(6)} ${mb(rss)} MB, heap ${mb(heapUsed)} MB, ${descriptors} descriptors, ${children} children, ${JSON.stringify(counts)}`,
  )
}
