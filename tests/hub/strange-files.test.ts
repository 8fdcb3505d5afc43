import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeProblem } from '#ground/hub/hub.ts'
import { openHub } from '#ground/hub/open.ts'
import { folderWith } from '../support/folder.ts'

const fifo = (path: string) => void execFileSync('mkfifo', [path])
const folder = (path: string) => mkdir(path)
const huge = async (path: string) => {
  await writeFile(path, 'x')
  await truncate(path, 3_000_000_000)
}
const latin1 = (path: string) => writeFile(path, Buffer.from([0x59, 0xe4]))
const utf16 = (path: string) => writeFile(path, Buffer.from('\uFEFFYou help.', 'utf16le'))
const circle = (path: string) => symlink(path, path)

const STRANGE = [
  [fifo, 'is not a file'],
  [folder, 'is not a file'],
  [huge, 'is larger than 1 MiB'],
  [latin1, 'is not UTF-8: save the file as UTF-8'],
  [utf16, 'is not UTF-8: save the file as UTF-8'],
  [circle, 'is a link that leads back to itself'],
] as const

for (const [make, why] of STRANGE)
  test(`in the place of a file, ${make.name} ${why}, and nothing waits for it [hub.strange-files]`, async (t) => {
    const withoutAgent = await folderWith(t, { 'tools/fine.ts': 'export const fine = 1' })
    await make(join(withoutAgent, 'agent.md'))
    await assert.rejects(openHub(withoutAgent), { message: new RegExp(`agent\\.md: ${why}$`) })

    const root = await folderWith(t, { 'agent.md': 'You help.', 'agents/fine.md': 'You help too.' })
    for (const path of ['mcp.json', 'agents/odd.md']) await make(join(root, path))
    await using hub = await openHub(root, { watch: false })
    assert.deepEqual(hub.problems().map(describeProblem).toSorted(), [
      `agents/odd.md: ${why}`,
      `mcp.json: ${why}`,
    ])
    assert.deepEqual(
      hub.subAgents().map(({ id }) => id),
      ['fine'],
    )
  })

test('a special file in the folder of tools is reported and does not affect other tools [hub.strange-files]', async (t) => {
  const root = await folderWith(t, { 'agent.md': 'You help.', 'tools/fine.ts': 'export const fine = 1' })
  fifo(join(root, 'tools/pipe.ts'))
  await folder(join(root, 'tools/folder.ts'))
  await using hub = await openHub(root, { watch: false })
  assert.deepEqual(hub.problems().map(describeProblem), [
    'tools/folder.ts: is not a file',
    'tools/pipe.ts: is not a file',
  ])
  assert.deepEqual(
    hub.toolModules().map(({ file }) => file),
    ['tools/fine.ts'],
  )
})
