// `node bench/gateway.ts [HUBS…]`: measures a gateway with 1, 10, 100 … Hubs: time until ready, idle memory and
// processor time, time to add a Hub, and first request to a suspended Hub. Linux only, because it reads /proc.
import { ensureBundle } from '../bin/setup/bundle.mjs'
import { measureGateway, measureWaking } from './gateway/measure.ts'
import { figure } from './support/figures.ts'
import { temporaryFolder } from './support/folder.ts'
import { untilQuiet } from './support/quiet.ts'

const counts = process.argv.slice(2).map(Number)
const base = temporaryFolder()
await ensureBundle()

console.log('  Hubs   ready s   processes   PSS MB   rest % of a core   one more ms   first answer ms')
await measureGateway(1, base) // fills the compile cache
for (const hubs of counts.length > 0 ? counts : [1, 10, 100, 200]) {
  await untilQuiet()
  const { readyMs, processes, pssMb, restPercent, addMs, firstMs } = await measureGateway(hubs, base)
  figure('ready', readyMs / 1000)
  figure('memory', pssMb)
  figure('one more', addMs)
  const cells = [
    [hubs, 6],
    [(readyMs / 1000).toFixed(1), 9],
    [processes, 11],
    [pssMb.toFixed(0), 8],
    [restPercent.toFixed(0), 18],
    [addMs.toFixed(0), 13],
    [firstMs.toFixed(1), 17],
  ] as const
  console.log(cells.map(([value, width]) => String(value).padStart(width)).join(' '))
}

await untilQuiet()
const took = await measureWaking(9, base)
console.log(`  woken: median ${took[4]!.toFixed(0)} ms, longest ${took.at(-1)!.toFixed(0)} ms`)
