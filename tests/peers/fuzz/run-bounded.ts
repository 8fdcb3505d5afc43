import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Run a program with the terminal of this one, and kill it after `maxMs`.
 *
 * @returns Its exit code; null when it was killed.
 */
export async function runBounded(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, maxMs }: { cwd?: string; maxMs: number },
): Promise<number | null> {
  const options = { stdio: 'inherit', timeout: maxMs, killSignal: 'SIGKILL', ...(cwd && { cwd }) } as const
  const [code] = (await once(spawn(program, args, options), 'exit')) as [number | null]
  return code
}
