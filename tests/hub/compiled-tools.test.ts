import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../support/folder.ts'

const OPEN = `import { openHub } from '#ground/hub/open.ts'
await using hub = await openHub(process.argv[1], { watch: false })
const tools = hub.toolModules().map(({ exports }) => exports.litres)
console.log(JSON.stringify({ tools, strips: process.moduleLoadList.some((name) => name.includes('deps/amaro')) }))`

test('the compiled code of a Hub’s tools is reused at the next start, until a tool changes [hub.compiled]', async (t) => {
  const root = await folderWith(t, {
    'Garden/agent.md': '',
    'Garden/tools/water.ts': 'export const litres: number = 2',
    'Pond/agent.md': '',
    'Pond/tools/water.ts': 'export const litres: number = 3',
  })
  const open = (hub: string) =>
    JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '--eval', OPEN, join(root, hub)], {
        env: { NODE_COMPILE_CACHE: join(root, 'cache') },
        encoding: 'utf8',
      }),
    )
  open('Garden') // fills the compile cache
  assert.deepEqual(open('Garden'), { tools: [2], strips: false })
  assert.deepEqual(open('Pond'), { tools: [3], strips: true })
  assert.deepEqual(open('Pond'), { tools: [3], strips: false })
})
