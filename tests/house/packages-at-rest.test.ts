import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { folderWith } from '../support/folder.ts'
import { startAndStopSplit } from './split-hub.ts'

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)

test('an idle process has loaded only its listed packages, and none that only several instances need [house.at-rest] [house.one-machine]', async (t) => {
  const root = await folderWith(t, {
    'Garden/agent.md': '---\nname: Gärtner\n---\nBe brief.\n',
    'noted/.keep': '',
  })
  const noted = join(root, 'noted')
  await startAndStopSplit(t, root, {
    program: fixture('run-hub.mjs'),
    noting: fixture('note-packages.mjs'),
    environment: {
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/tests'),
      NOTED_PACKAGES: noted,
    },
  })

  const { dependencies } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'))
  const found: Record<string, string[]> = {}
  const onDemand = new Set<string>()
  for (const file of (await readdir(noted)).filter((name) => name.endsWith('.json'))) {
    const loaded: string[] = JSON.parse(await readFile(join(noted, file), 'utf8'))
    found[file.slice(0, -'.json'.length)] = loaded
      .filter((name) => Object.hasOwn(dependencies, name))
      .toSorted()
    for (const name of loaded) if (name.startsWith('src/')) onDemand.add(name)
  }
  const written = parse(await readFile(join(import.meta.dirname, 'packages-at-rest.yaml'), 'utf8'))
  assert.deepEqual(found, written)
  const settings = ['command', 'permission-kinds'].map((name) => `src/agent-process/settings/${name}.ts`)
  assert.deepEqual([...onDemand].toSorted(), settings)
})
