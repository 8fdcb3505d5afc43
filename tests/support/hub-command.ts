import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const HUB = join(import.meta.dirname, '../../bin/hub.mjs')

export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

/** Run `hub` with these arguments to its end, with nothing of ours in its environment but what is given. */
export async function hub(
  args: readonly string[],
  options: { input?: string; environment?: Record<string, string>; cwd?: string } = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [HUB, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', ...options.environment },
  })
  child.stdin.end(options.input ?? '')
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, stdout, stderr }
}
