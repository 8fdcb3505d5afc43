import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { folderWith } from '../support/folder.ts'

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)

test('while nobody asks for anything, each process has loaded the packages that are written down for it [house.at-rest]', async (t) => {
  const root = await folderWith(t, {
    'Garden/agent.md': '---\nname: Gärtner\n---\nBe brief.\n',
    'noted/.keep': '',
  })
  const noted = join(root, 'noted')
  const hub = spawn(process.execPath, [fixture('run-hub.mjs'), 'run', join(root, 'Garden'), '--json'], {
    env: {
      PATH: process.env['PATH'],
      HOME: root,
      NODE_OPTIONS: `--import=${pathToFileURL(fixture('note-packages.mjs')).href}`,
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/tests'),
      NOTED_PACKAGES: noted,
      SVC_PROCESSES: 'split',
      PORT: '0',
      BRIDGE_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => hub.kill('SIGKILL'))
  const ended = once(hub, 'exit')
  const [line] = await Promise.race([once(createInterface({ input: hub.stdout }), 'line'), ended])
  assert.match(String(line), /"event":"ready"/)
  hub.kill('SIGTERM')
  await ended

  const { dependencies } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'))
  const found: Record<string, string[]> = {}
  for (const file of (await readdir(noted)).filter((name) => name.endsWith('.json'))) {
    const loaded: string[] = JSON.parse(await readFile(join(noted, file), 'utf8'))
    found[file.slice(0, -'.json'.length)] = loaded
      .filter((name) => Object.hasOwn(dependencies, name))
      .toSorted()
  }
  const written = parse(await readFile(join(import.meta.dirname, 'packages-at-rest.yaml'), 'utf8'))
  assert.deepEqual(found, written)
})
