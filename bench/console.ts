// `node bench/console.ts`: measures Console pages with 100,000 people, 100 Hubs and 200,000 turns. Figures include
// the client, which runs in the same process.
import { newId } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import { createUsageLedger } from '#core/usage/ledger.ts'
import { openPrices } from '#core/usage/prices/table.ts'
import { startTestConsole } from '../tests/support/console.ts'
import { figure } from './support/figures.ts'
import { measureAlone } from './support/quiet.ts'
import { quantile } from './support/statistics.ts'

const PEOPLE = 100_000
const HUBS = 100
const TURNS = 200_000
/** Requests per measurement, below the rate limit of one person. */
const TIMES = 60

const PAGES = [
  '/me?brief=true',
  '/hubs',
  '/access?hub=garden',
  '/access?hub=garden&limit=200',
  '/access?hub=garden&offset=50000',
  '/access?hub=garden&q=person77',
  '/access?hub=hub-3',
  '/access/explain?subject=person5@example.org&hub=garden',
  '/permissions?hub=*',
  '/overview',
  '/summary?period=24h',
  '/summary?period=30d',
  '/chat-access',
]

measureAlone()
const closing: (() => PromiseLike<unknown>)[] = []
try {
  const hub = await startTestConsole({ after: (close) => void closing.push(close) })
  await hub.admin.get('/me')
  await seed(hub.store)
  const slowest: number[] = []
  for (const path of PAGES) {
    const first = await timed(() => hub.admin.get(path))
    const times: number[] = []
    for (let n = 0; n < TIMES; n++) times.push(await timed(() => hub.admin.get(path)))
    const shown = [first, quantile(times, 0.5), quantile(times, 0.95)]
      .map((ms) => ms.toFixed(1).padStart(8))
      .join(' ')
    console.log(`${path.padEnd(56)} first, p50, p95 ms:${shown}`)
    slowest.push(quantile(times, 0.95))
  }
  figure('slowest page, p95', Math.max(...slowest))
} finally {
  for (const close of closing.toReversed()) await close()
}

async function timed(work: () => Promise<{ status: number; text: string }>): Promise<number> {
  const started = performance.now()
  const { status, text } = await work()
  if (status !== 200) throw new Error(text)
  return performance.now() - started
}

async function seed(store: Store): Promise<void> {
  const day = 86_400_000
  const now = Date.now()
  await store.transaction(async (tx) => {
    for (let n = 1; n < HUBS; n++)
      await tx
        .insertInto('access_policies')
        .values({ hub: `hub-${n}`, mode: 'console', revision: 1, was_administered: 0, created_at_ms: 0 })
        .execute()
    for (let start = 0; start < PEOPLE; start += 1000) {
      const people = Array.from({ length: 1000 }, (_, n) => start + n)
      const subjectOf = (n: number) => `person${n}@example.org`
      const grant = { permission: 'use_hub', granted_by: 'system:cli', granted_at_ms: 0, revision: 1 }
      const grants = people.flatMap((n) => [
        { ...grant, subject: subjectOf(n), hub: 'garden' },
        { ...grant, subject: subjectOf(n), hub: `hub-${1 + (n % (HUBS - 1))}` },
      ])
      await tx
        .insertInto('access_subjects')
        .values(people.map((n) => ({ subject: subjectOf(n) })))
        .execute()
      await tx.insertInto('access_grants').values(grants).execute()
    }
  })
  await using usage = createUsageLedger({ store, newId, prices: await openPrices(null) })
  for (let n = 0; n < TURNS; n++) {
    usage.record({
      hub: n % 2 ? 'garden' : `hub-${1 + (n % (HUBS - 1))}`,
      email: `person${n % 5000}@example.org`,
      surface: 'chatapp',
      chatId: `chat-${n % 40_000}`,
      model: 'offline',
      input: 100,
      output: 100,
      cached: 0,
      reasoning: 0,
      outcome: 'done',
      startedAt: now - ((n * 7919) % (30 * day)),
      durationMs: 1000,
    })
    if (n % 10_000 === 0) await usage.flush()
  }
}
