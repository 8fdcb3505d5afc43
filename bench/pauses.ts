// `node bench/pauses.ts [words of what…]`: the longest time for which one permitted request keeps everybody else waiting. Sends the
// largest request that each route takes to a Hub that runs in one process.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signUpAt } from '../tests/chatapp/started-chatapp.ts'
import { runHub, secretsOf } from '../tests/support/running-hub.ts'
import { largeRequests } from './pauses/requests.ts'
import { figure } from './support/figures.ts'
import { temporaryFolder } from './support/folder.ts'

const SECRET = 'w'.repeat(32)
const only = process.argv.slice(2).join(' ')
const file = join(temporaryFolder(), 'pauses')
await using hub = await runHub({
  fromSources: true,
  options: ['--webhook'],
  environment: {
    PAUSES_FILE: file,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'pauses/probe.ts')}`,
    MCP_SERVER: 'true',
    WEBHOOK_INBOUND_SECRET: SECRET,
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

// The Console loads the modules of its routes with its first request.
await chat.get('/portal/api/me')

const pauses: number[] = []
for (const { what, send } of largeRequests(doors)) {
  if (!what.includes(only)) continue
  await longestSince()
  const started = performance.now()
  const answer = await send().catch((error: Error) => ({ status: error.message }))
  const ms = performance.now() - started
  const pause = await longestSince()
  pauses.push(pause)
  console.log(
    `${pause.toFixed(0).padStart(6)} ms without a turn, ${ms.toFixed(0).padStart(6)} ms in all, ${answer.status}: ${what}`,
  )
}
console.log(`longest: ${Math.max(...pauses).toFixed(1)} ms`)
figure('longest pause', Math.max(...pauses))
