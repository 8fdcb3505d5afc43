import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** The command's own file. */
export const HUB = join(import.meta.dirname, '../../bin/hub.mjs')

/** What it runs is measured with the tests, when they are. */
const COVERAGE =
  process.env['NODE_V8_COVERAGE'] === undefined ? {} : { NODE_V8_COVERAGE: process.env['NODE_V8_COVERAGE'] }

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
      ...COVERAGE,
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
