import { spawn, type ChildProcess } from 'node:child_process'
import type { Writable } from 'node:stream'
import type { Clock } from '#ground/base/clock.ts'
import type { Warden } from '#ground/base/programs/warden.ts'
import { createCommandOutput } from './output.ts'

export interface CommandLine {
  program: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  cwd: string
  /** Written to file descriptor 3. */
  extra?: string
}

export interface CommandEnd {
  code: number | null
  signal: NodeJS.Signals | null
  /** Standard output. Commands also redirect their standard error here. */
  output: string
  sandboxStderr: string
  stopped: string | null
}

export interface CommandOptions {
  stop: AbortSignal
  clock: Pick<Clock, 'sleep'>
  warden: Warden
  /**
   * The first function that resolves stops the process, and its text is the reason. Each function must reject when its
   * signal aborts.
   */
  stopReasons: readonly ((signal: AbortSignal) => Promise<string>)[]
}

/**
 * Maximum wait for the pipes to close after all detected processes were killed. An undetected child process may keep
 * the pipes open.
 */
const LINGER_MS = 1000

/**
 * Kills all remaining child processes at the end.
 * @throws if the program cannot be started, or the reason of `stop`.
 */
export async function runProcess(
  { program, args, env, cwd, extra }: CommandLine,
  { stop, clock, warden, stopReasons }: CommandOptions,
): Promise<CommandEnd> {
  stop.throwIfAborted()
  const { head: child, ...watched } = warden.start((mark) =>
    spawn(program, args, {
      cwd,
      env: { ...env, ...mark },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    }),
  )
  const output = createCommandOutput()
  const sandboxStderr = createCommandOutput()
  child.stdout!.on('data', output.push)
  child.stderr!.on('data', sandboxStderr.push)
  const extraInput = child.stdio[3] as Writable
  extraInput.on('error', () => {}) // the program may exit before it has read everything
  extraInput.end(extra ?? '')

  let stopped: string | null = null
  const finished = new AbortController()
  const kill = () => void watched.kill()
  for (const stopReason of stopReasons)
    void stopReason(finished.signal).then(
      (why) => {
        stopped ??= why
        kill()
      },
      () => {},
    )
  stop.addEventListener('abort', kill, { once: true })
  try {
    const [code, signal] = await exitOf(child)
    await watched.kill()
    await waitForPipes(child, clock)
    extraInput.destroy()
    stop.throwIfAborted()
    return {
      code: stopped ? null : code,
      signal,
      output: output.text(),
      sandboxStderr: sandboxStderr.text(),
      stopped,
    }
  } finally {
    finished.abort()
    watched.unwatch()
    stop.removeEventListener('abort', kill)
  }
}

const exitOf = (child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> => {
  const end = Promise.withResolvers<[number | null, NodeJS.Signals | null]>()
  child.once('error', end.reject)
  child.once('exit', (code, signal) => end.resolve([code, signal]))
  return end.promise
}

const waitForPipes = async (child: ChildProcess, clock: Pick<Clock, 'sleep'>): Promise<void> => {
  const pipes = [child.stdout!, child.stderr!].filter((pipe) => !pipe.closed)
  const done = new AbortController()
  const all = Promise.all(pipes.map((pipe) => new Promise((resolve) => pipe.once('close', resolve))))
  await Promise.race([all, clock.sleep(LINGER_MS, done.signal).catch(() => {})])
  done.abort()
  for (const pipe of pipes) pipe.destroy()
}
