import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs a program in this terminal, and kills it after `maxMs`.
 *
 * @returns Exit code; null if killed.
 */
export async function runBounded(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, maxMs }: { cwd?: string; maxMs: number },
): Promise<number | null> {
  const options = { stdio: 'inherit', timeout: maxMs, killSignal: 'SIGKILL', ...(cwd && { cwd }) } as const
  const [code] = (await once(spawn(program, args, options), 'exit')) as [number | null]
  return code
}
