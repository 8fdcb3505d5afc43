import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { HUB, WARM_START } from '../support/hub-command.ts'
import { startAndStopSplit } from './split-hub.ts'

const MAX_FILES = 115

test('an installed package starts each process from few files [house.start-files]', async (t) => {
  const root = await folderWith(t, {
    'Garden/agent.md': '---\nname: Garden\n---\nBe brief.\n',
    'noted/.keep': '',
  })
  const noted = join(root, 'noted')
  await startAndStopSplit(t, root, {
    program: HUB,
    noting: join(import.meta.dirname, 'fixtures/note-files.mjs'),
    environment: { ...WARM_START, NOTED_FILES: noted },
  })

  const names = (await readdir(noted)).filter((name) => name !== '.keep').toSorted()
  assert.deepEqual(names, ['bridge', 'chatapp', 'edge', 'supervisor'])
  for (const name of names) {
    const files = Number(await readFile(join(noted, name), 'utf8'))
    assert.ok(files > 0 && files <= MAX_FILES, `${name} loads ${files}`)
  }
})
