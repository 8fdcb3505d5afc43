import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { folderWith } from '../support/folder.ts'
import { HUB, WARM_START } from '../support/hub-command.ts'

/** The bridge, which loads most, shares parts of its own with one command or another. */
const MOST_FILES = 130

test('an installed package starts each process from few files [house.start-files]', async (t) => {
  const root = await folderWith(t, {
    'Garden/agent.md': '---\nname: Garden\n---\nBe brief.\n',
    'noted/.keep': '',
  })
  const noted = join(root, 'noted')
  const note = pathToFileURL(join(import.meta.dirname, 'fixtures/note-files.mjs')).href
  const hub = spawn(process.execPath, [HUB, 'run', join(root, 'Garden'), '--json'], {
    env: {
      ...WARM_START,
      PATH: process.env['PATH'],
      HOME: root,
      NODE_OPTIONS: `--import=${note}`,
      NOTED_FILES: noted,
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

  const names = (await readdir(noted)).filter((name) => name !== '.keep').toSorted()
  assert.deepEqual(names, ['bridge', 'chatapp', 'edge', 'supervisor'])
  for (const name of names) {
    const files = Number(await readFile(join(noted, name), 'utf8'))
    assert.ok(files > 0 && files <= MOST_FILES, `${name} loads ${files}`)
  }
})
