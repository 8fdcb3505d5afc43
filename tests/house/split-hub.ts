import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'

/**
 * Starts the Hub `Garden` with a process per role, and stops it once it is ready.
 *
 * @param noting Module that each process loads first, such as `fixtures/note-files.mjs`.
 */
export async function startAndStopSplit(
  t: TestContext,
  root: string,
  { program, noting, environment }: { program: string; noting: string; environment: NodeJS.ProcessEnv },
): Promise<void> {
  const hub = spawn(process.execPath, [program, 'run', join(root, 'Garden'), '--json'], {
    env: {
      PATH: process.env['PATH'],
      HOME: root,
      NODE_OPTIONS: `--import=${pathToFileURL(noting).href}`,
      SVC_PROCESSES: 'split',
      PORT: '0',
      BRIDGE_PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => hub.kill('SIGKILL'))
  const ended = once(hub, 'exit')
  const [line] = await Promise.race([once(createInterface({ input: hub.stdout }), 'line'), ended])
  assert.match(String(line), /"event":"ready"/)
  hub.kill('SIGTERM')
  await ended
}
