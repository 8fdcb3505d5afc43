/**
 * Tests interoperability with other projects' programs, which are installed first; takes minutes:
 *     npm run peers agents|templates|fuzz|identity|open-webui-clients|senders
 *     npm run peers clients [id …]
 *     npm run peers front [name …]
 *     npm run peers open-webui [version …]
 *     npm run peers stores [server …]
 */
import { PEER_AREAS } from './peers/areas.ts'

const [area = '', ...names] = process.argv.slice(2)
const run = PEER_AREAS.find(({ name }) => name === area)
if (run) process.exitCode = (await run.run(names)) ? 0 : 1
else {
  console.log('usage: npm run peers <area>\n')
  for (const { name, tries } of PEER_AREAS) console.log(`  ${name.padEnd(10)} ${tries}`)
  process.exitCode = area === '' ? 0 : 1
}
