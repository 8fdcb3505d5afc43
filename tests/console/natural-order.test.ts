import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestConsole } from '../support/console.ts'

const tool = (n: number) => `export const bed${n} = defineTool({
  name: 'bed_${n}', description: 'A bed', input: z.object({}),
  restricted: { capability: 'bed_${n}', label: 'Bed ${n}', group: 'Beds' }, run: () => 'Done',
})`

test('permissions stand in the natural order of their numbers [console.natural-order]', async (t) => {
  const tools = `import { defineTool, z } from 'hub-service'\n${[10, 2, 1, 11].map(tool).join('\n')}\n`
  const { admin } = await startTestConsole(t, { files: { 'tools/beds.ts': tools } })
  await admin.get('/me')
  const { items } = (await admin.get('/hub-permissions')).json
  const labels = items.map(({ label }: { label: string }) => label)
  assert.deepEqual(labels, [
    'Use the agent',
    'Manage access',
    'Share artifacts publicly',
    'Bed 1',
    'Bed 2',
    'Bed 10',
    'Bed 11',
  ])
})
