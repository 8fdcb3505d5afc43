import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Clock } from '#ground/base/clock.ts'
import type { Warden, WatchedProgram } from '#ground/base/programs/warden.ts'

export interface McpProgram {
  command: string
  args: readonly string[]
  /** The complete environment: the program inherits no other variables. */
  env: Readonly<Record<string, string>>
  cwd: string
}

export interface ProcessGroup {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>
  /** Resolves when the program has exited and its output is read. Never rejects. */
  readonly exited: Promise<Ending>
  /** Closes the program's input, then sends SIGTERM, then SIGKILL. Resolves when the program has exited. */
  end(): Promise<void>
}

/** Time for the program to exit after its input closes, and again after SIGTERM. */
const GRACE_MS = 1000

/** The process group ends when its program or this process ends. @throws Error of the system, with its `code`. */
export async function startGroup(program: McpProgram, warden: Warden, clock: Clock): Promise<ProcessGroup> {
  const { command, args, env, cwd } = program
  const watched = warden.start((mark) =>
    spawn(command, args, { env: { ...env, ...mark }, cwd, detached: true, stdio: ['pipe', 'pipe', 'pipe'] }),
  )
  const { head: child } = watched
  child.stdin.on('error', () => {}) // the program has exited; `exited` resolves with the reason
  const exited = exitOf(watched, clock)
  void exited.then(watched.unwatch)
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))

  return {
    child,
    exited,
    async end() {
      child.stdin.end()
      if (await isGoneWithin(GRACE_MS, exited, clock)) return
      watched.terminate()
      if (await isGoneWithin(GRACE_MS, exited, clock)) return
      await watched.kill()
      await exited
    },
  }
}

interface Ending {
  code: number | null
  signal: string | null
}

async function isGoneWithin(ms: number, exited: Promise<unknown>, clock: Clock): Promise<boolean> {
  const timer = new AbortController()
  const late = clock.sleep(ms, timer.signal).then(
    () => false,
    () => true,
  )
  const isGone = await Promise.race([exited.then(() => true), late])
  timer.abort()
  return isGone
}

async function exitOf({ head: child, kill }: WatchedProgram<ChildProcess>, clock: Clock): Promise<Ending> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const exit = await new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: null, signal: null }))
  })
  await kill()
  await isGoneWithin(GRACE_MS, closed, clock) // waits only briefly, because an unknown child process may keep the output open
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
  return exit
}
