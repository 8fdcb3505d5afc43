// `node bench/pauses.ts [part of a request's name]`: sends the largest request that each route accepts, and measures
// for how long it delays all other requests.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signUpAt } from '../tests/chatapp/started-chatapp.ts'
import { runHub, secretsOf } from '../tests/support/running-hub.ts'
import { says, startUpstream } from '../tests/support/upstream.ts'
import { largeRequests } from './pauses/requests.ts'
import { figure } from './support/figures.ts'
import { temporaryFolder } from './support/folder.ts'
import { median } from './support/statistics.ts'

const ROUNDS = 3
const SECRET = 'w'.repeat(32)
const only = process.argv.slice(2).join(' ')
const file = join(temporaryFolder(), 'pauses')
await using model = await startUpstream()
model.otherwise(says('Read.'))
await using hub = await runHub({
  fromSources: true,
  options: ['--webhook'],
  environment: {
    PAUSES_FILE: file,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'pauses/probe.ts')}`,
    MCP_SERVER: 'true',
    WEBHOOK_INBOUND_SECRET: SECRET,
    SVC_MODEL: 'compatible/m',
    SVC_MODEL_BASE_URL: model.url,
  },
})
const chat = await signUpAt(hub.url, 'Ann')
const { bridgeKey } = await secretsOf(hub)
const webhook = { url: `${hub.url}/webhooks/garden-team/webhook`, secret: SECRET }
const doors = { chat, webhook, bridge: { url: hub.bridge, key: bridgeKey, email: 'ann@example.com' } }

const longestSince = async () => {
  await sleep(30)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []
  writeFileSync(file, '')
  return Math.max(0, ...lines)
}

// Loads the Console's modules, which would otherwise delay the first measured request.
await chat.get('/portal/api/me')

const milliseconds = (ms: number) => `${ms.toFixed(0).padStart(6)} ms`

async function* round() {
  for (const { what, send } of largeRequests(doors)) {
    if (!what.includes(only)) continue
    await longestSince()
    const started = performance.now()
    const answer = await send().catch((error: Error) => ({ status: error.message }))
    const ms = performance.now() - started
    yield { what, pause: await longestSince(), ms, status: answer.status }
  }
}

// Garbage collection or compilation may delay any request, so the median is reported.
const pauses = new Map<string, number[]>()
for (let n = 0; n < ROUNDS; n++) {
  for await (const { what, pause, ms, status } of round()) {
    pauses.set(what, [...(pauses.get(what) ?? []), pause])
    console.log(`round ${n + 1}: ${milliseconds(pause)} of ${milliseconds(ms)}, ${status}: ${what}`)
  }
}
console.log('Longest pause, median and all rounds:')
const medians = [...pauses].map(([what, all]) => ({ what, all, typical: median(all) }))
for (const { what, all, typical } of medians.toSorted((a, b) => b.typical - a.typical))
  console.log(`${milliseconds(typical)} (${all.map((ms) => ms.toFixed(0)).join(', ')}): ${what}`)
figure('longest pause', Math.max(...medians.map(({ typical }) => typical)))
