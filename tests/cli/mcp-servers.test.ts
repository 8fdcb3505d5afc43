import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkMcpServers } from '../../src/cli/checks/mcp-servers.ts'
import { readCommandSettings } from '../../src/cli/settings.ts'
import { folderWith } from '../support/folder.ts'
import { program } from '../support/mcp-hub.ts'

test('doctor reports each outside server’s number of tools or its problem [cli.doctor.mcp]', async (t) => {
  const folder = await folderWith(t, {
    'agent.md': 'You help.',
    'mcp.json': JSON.stringify({
      mcpServers: {
        garden: program('garden-stdio', [], { hub: { tools: ['greet'] } }),
        odd: program('odd-stdio', ['dies', 'sesame'], { env: { KEY: 'sesame' } }),
        keyless: program('garden-stdio', ['${NO_SUCH_KEY}']),
        'gar.den': program('garden-stdio'),
        gar_den: program('garden-stdio'),
      },
    }),
  })
  const settings = await readCommandSettings(folder, { PATH: process.env.PATH })
  const findings = await checkMcpServers(folder, settings)
  assert.deepEqual(
    findings.map(({ status, message }) => `${status} ${message}`),
    [
      'ok 1 tool',
      'fail odd ended with code 7: no [hidden] here',
      'fail keyless NO_SUCH_KEY is not set; add it to .env',
      'ok 12 tools',
      'fail gar_den is not used: its tools would have the same names as those of gar.den; give it another name',
    ],
  )
})

test('doctor reports nothing about outside servers without any [cli.doctor.mcp]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'You help.' })
  assert.deepEqual(await checkMcpServers(folder, await readCommandSettings(folder, {})), [])
})
