import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '#ground/base/clock.ts'
import { dedupKey } from '#core/inbox/dedup-key.ts'
import { createMarkers } from '#core/inbox/markers/markers.ts'
import { openInbox } from '#core/inbox/open.ts'
import { figure } from './support/figures.ts'
import { temporaryFolder } from './support/folder.ts'
import { measureAlone } from './support/quiet.ts'
import { quantile } from './support/statistics.ts'

/**
 * `node bench/dedup.ts [markers] [folder]`: measures the time to detect a duplicate, and to open an inbox, with many
 * markers.
 */
const COUNT = Number(process.argv[2] ?? 1_000_000)
const LOOKUPS = 20_000
measureAlone()
const hubFolder = temporaryFolder(process.argv[3] ?? '/var/tmp')
const folder = join(hubFolder, '.inbound', 'dedup')
mkdirSync(folder, { recursive: true })
const markers = createMarkers(folder, systemClock)
const keyOf = (n: number) => dedupKey('webhook', { id: `delivery-${n}`, body: Buffer.alloc(0) }, 0)

const started = performance.now()
for (let n = 0; n < COUNT; n++) markers.add(keyOf(n).marks.slice(0, 1))
markers.write()
console.log(`${COUNT} markers written in ${((performance.now() - started) / 1000).toFixed(1)} s`)

const slowest: number[] = []
for (const [what, first] of [
  ['known', 0],
  ['new', COUNT],
] as const) {
  const times = Array.from({ length: LOOKUPS }, () => {
    const key = keyOf(first + Math.floor(Math.random() * COUNT))
    const before = performance.now()
    markers.isMarked(key)
    return performance.now() - before
  })
  const at = (part: number) => quantile(times, part).toFixed(3)
  console.log(`look-up, ${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`)
  slowest.push(quantile(times, 0.99))
}
figure('look-up, p99', Math.max(...slowest))

const failed = console.error
const events = { eventsRestored() {}, inboxFailed: failed, journalFailed: failed, fileWriteFailed: failed }
const opening = performance.now()
const inbox = openInbox({ hubFolder, endpoints: ['webhook'], clock: systemClock, events })
const body = Buffer.from('{}')
await inbox.store('webhook', { id: 'delivery-0', query: [], contentType: 'application/json', body })
const opened = performance.now() - opening
figure('start', opened)
console.log(`from opening to the first answer: ${opened.toFixed(0)} ms`)
await inbox[Symbol.asyncDispose]()
