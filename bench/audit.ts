// `node bench/audit.ts [rows] [postgres]`: measures durable tool decisions per second, and the duration of list
// queries on a million rows.
import { createToolDecisions, type ToolDecisionFilter } from '#core/audit/tool-decisions.ts'
import { openStore } from '#ground/store/store.ts'
import { figure } from './support/figures.ts'
import { measureAlone } from './support/quiet.ts'
import { quantile } from './support/statistics.ts'
import { newStore } from './support/store.ts'

const ROWS = Number(process.argv[2] ?? 1_000_000)
const CALLERS = 1000
const START = Date.UTC(2026, 0, 1)

measureAlone()
await using store = await openStore(await newStore())
const decisions = createToolDecisions(store)
let written = 0
const started = performance.now()
const caller = async () => {
  while (written < ROWS) await decisions.record(decision(written++))
}
await Promise.all(Array.from({ length: CALLERS }, caller))
const seconds = (performance.now() - started) / 1000
console.log(
  `${CALLERS} callers at once: ${Math.round(written / seconds)} durable rows a second (${written} rows)`,
)

figure('durable rows', written / seconds)

const alone = performance.now()
for (let n = 0; n < 500; n++) await decisions.record(decision(written++))
console.log(`one caller: ${((performance.now() - alone) / 500).toFixed(2)} ms a row`)

const middle = START + (ROWS / 2) * 1000
const filters: Record<string, ToolDecisionFilter> = {
  everything: {},
  hub: { hub: 'hub-7' },
  'three hubs': { hub: ['hub-7', 'hub-8', 'hub-9'] },
  user: { user: 'person77@example.org' },
  outcome: { outcome: 'denied' },
  tool: { tool: 'tool3' },
  surface: { surface: 'mcp' },
  period: { since: middle, until: middle + 3_600_000 },
  'hub and outcome': { hub: 'hub-7', outcome: 'denied' },
  'tool and surface': { tool: 'tool3', surface: 'mcp' },
  'outcome and period': { outcome: 'denied', since: middle },
  'nothing found': { tool: 'none' },
}
const slowest: number[] = []
for (const [name, filter] of Object.entries(filters)) {
  const times: number[] = []
  for (let n = 0; n < 40; n++) {
    const at = performance.now()
    await decisions.list(filter, { limit: 50, offset: n % 4 === 3 ? 1000 + n : (n % 4) * 50 })
    times.push(performance.now() - at)
  }
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
  console.log(
    `list by ${name.padEnd(20)} p50 ${p50.toFixed(1).padStart(6)} ms   p95 ${p95.toFixed(1).padStart(6)} ms`,
  )
  slowest.push(p95)
}
figure('slowest list, p95', Math.max(...slowest))
const verifying = performance.now()
const verdict = await decisions.verify()
console.log(`verified ${verdict.rows} rows in ${((performance.now() - verifying) / 1000).toFixed(1)} s`)

function decision(n: number) {
  return {
    at: START + n * 1000,
    hub: `hub-${n % 100}`,
    subject: `person${n % 9973}@example.org`,
    tool: `tool${n % 23}`,
    capability: 'send_invoices',
    outcome: n % 50 ? ('allowed' as const) : ('denied' as const),
    surface: n % 7 ? 'chatapp' : 'mcp',
    reason: 'direct',
    grant: { hub: `hub-${n % 100}`, revision: 3 },
    chat_id: `chat-${n % 5000}`,
    run_id: null,
    revision: 3,
  }
}
