import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { TEST_PACKAGE, TEST_PACKAGE_CACHE } from '../../bin/setup/test-package.mjs'

/** The command's own file, in the package as npm lays it down. */
export const HUB = join(TEST_PACKAGE, 'bin/hub.mjs')

/** Keeps its start short, wherever a test's home is. */
export const WARM_START = { NODE_COMPILE_CACHE: TEST_PACKAGE_CACHE }

export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

/** Run `hub` with these arguments to its end, with nothing of ours in its environment but what is given. */
export async function hub(
  args: readonly string[],
  options: {
    input?: string
    environment?: Record<string, string>
    cwd?: string
    /** A program, with its arguments, that runs the command. */
    prefix?: readonly string[]
  } = {},
): Promise<CommandResult> {
  const [program, ...rest] = [...(options.prefix ?? []), process.execPath, HUB, ...args]
  const child = spawn(program!, rest, {
    cwd: options.cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NO_COLOR: '1',
      ...WARM_START,
      ...options.environment,
    },
  })
  child.stdin.end(options.input ?? '')
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, stdout, stderr }
}
