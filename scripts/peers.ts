/**
 * Tests interoperability with other projects' programs, which are installed first; takes hours. Writes
 * `docs/compatibility.md`.
 *     npm run peers                     all areas
 *     npm run peers agents|templates|models|fuzz|identity|open-webui-clients|senders
 *     npm run peers clients [id …]
 *     npm run peers front [name …]
 *     npm run peers open-webui|open-webui-import [version …]
 *     npm run peers stores [server …]
 */
import { constants } from 'node:os'
import { PEER_AREAS } from './peers/areas.ts'
import { runArea } from './peers/run-area.ts'
import { summaryOf, type AreaResult } from './peers/summary.ts'

const [area, ...names] = process.argv.slice(2)
const areas = PEER_AREAS.filter(({ name }) => area === undefined || name === area)
const option = names.find((name) => name.startsWith('-'))
if (areas.length > 0 && option !== undefined) {
  console.error(`there is no option ${option}; names are ids, programs or versions, such as 0.12.4`)
  process.exitCode = 2
} else if (areas.length === 0) {
  const isHelp = area === '--help' || area === '-h'
  const print = isHelp ? console.log : console.error
  print(`${isHelp ? '' : `there is no area ${area}; `}npm run peers runs all areas, or one of these:\n`)
  for (const { name, tries } of PEER_AREAS) print(`  ${name.padEnd(18)} ${tries}`)
  process.exitCode = isHelp ? 0 : 2
} else process.exitCode = await runAreas()

async function runAreas(): Promise<number> {
  const stop = new AbortController()
  let signalStatus = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      signalStatus = 128 + constants.signals[signal]
      stop.abort()
    })
  const results: AreaResult[] = []
  for (const each of areas) if (!stop.signal.aborted) results.push(await runArea(each, names, stop.signal))
  console.log(`\nSummary\n${summaryOf(results).join('\n')}`)
  return signalStatus || (results.some(({ failures }) => failures.length > 0) ? 1 : 0)
}
