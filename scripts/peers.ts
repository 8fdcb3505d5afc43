/**
 * Tests interoperability with other projects' programs, which are installed first; takes minutes:
 *     npm run peers                     all areas
 *     npm run peers agents|templates|fuzz|identity|open-webui-clients|senders
 *     npm run peers clients [id …]
 *     npm run peers front [name …]
 *     npm run peers open-webui [version …]
 *     npm run peers stores [server …]
 */
import { PEER_AREAS } from './peers/areas.ts'

const [area, ...names] = process.argv.slice(2)
const areas = PEER_AREAS.filter(({ name }) => area === undefined || name === area)
if (areas.length === 0) {
  console.error(`there is no area ${area}; npm run peers runs all areas, or one of these:\n`)
  for (const { name, tries } of PEER_AREAS) console.error(`  ${name.padEnd(18)} ${tries}`)
  process.exitCode = 2
}
const failed: string[] = []
for (const { name, run } of areas) if (!(await run(names))) failed.push(name)
if (failed.length > 0) {
  console.error(`failed areas: ${failed.join(', ')}`)
  process.exitCode = 1
}
