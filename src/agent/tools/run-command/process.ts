import { spawn, type ChildProcess } from 'node:child_process'
import type { Writable } from 'node:stream'
import type { Clock } from '#base/clock.ts'
import { createOutput } from './output.ts'

export interface CommandLine {
  program: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  cwd: string
  /** Written to file descriptor 3. */
  extra?: string
}

export interface CommandEnd {
  /** Null when it was stopped, or ended by a signal. */
  code: number | null
  signal: NodeJS.Signals | null
  /** Standard output; commands send their errors there too. */
  output: string
  /** What the sandbox itself complains of. */
  complaint: string
  /** Whether its time was up. */
  isLate: boolean
}

/** How long pipes may stay open after everything was killed: a process that left the group may hold them. */
const LINGER_MS = 1000

/**
 * Run a program to its end, or until it is stopped or its time is up. Its whole process group is killed then, and when
 * it ends by itself as well: nothing stays behind.
 *
 * @throws when it can't be started, or the reason of `stop`.
 */
export async function runProcess(
  { program, args, env, cwd, extra }: CommandLine,
  { stop, limitMs, clock }: { stop: AbortSignal; limitMs: number; clock: Pick<Clock, 'sleep'> },
): Promise<CommandEnd> {
  stop.throwIfAborted()
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  const output = createOutput()
  const complaint = createOutput()
  child.stdout!.on('data', output.push)
  child.stderr!.on('data', complaint.push)
  const given = child.stdio[3] as Writable
  given.on('error', () => {}) // it may end before it has read everything
  given.end(extra ?? '')

  let isLate = false
  const timer = new AbortController()
  const kill = () => killGroup(child)
  void clock.sleep(limitMs, timer.signal).then(
    () => {
      isLate = true
      kill()
    },
    () => {}, // it ended in time
  )
  stop.addEventListener('abort', kill, { once: true })
  try {
    const [code, signal] = await ended(child)
    kill()
    await closed(child, clock)
    stop.throwIfAborted()
    return { code: isLate ? null : code, signal, output: output.text(), complaint: complaint.text(), isLate }
  } finally {
    timer.abort()
    stop.removeEventListener('abort', kill)
  }
}

const ended = (child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> => {
  const end = Promise.withResolvers<[number | null, NodeJS.Signals | null]>()
  child.once('error', end.reject)
  child.once('exit', (code, signal) => end.resolve([code, signal]))
  return end.promise
}

/** Wait until all output has arrived. */
const closed = async (child: ChildProcess, clock: Pick<Clock, 'sleep'>): Promise<void> => {
  const pipes = [child.stdout!, child.stderr!].filter((pipe) => !pipe.closed)
  const done = new AbortController()
  const all = Promise.all(pipes.map((pipe) => new Promise((resolve) => pipe.once('close', resolve))))
  await Promise.race([all, clock.sleep(LINGER_MS, done.signal).catch(() => {})])
  done.abort()
  for (const pipe of pipes) pipe.destroy()
}

const killGroup = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // the group is gone
  }
}
