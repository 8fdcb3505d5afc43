import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'

const LOOP = join(import.meta.dirname, 'command-loop.ts')

/** A command, with all that a process is started with. */
export interface CommandOrder {
  /** As in `process.argv`. */
  argv: readonly [program: string, ...rest: string[]]
  environment: Record<string, string>
  cwd: string
  input: string
}

/** What a process that runs commands says. */
export type LoopMessage =
  | { type: 'loaded' }
  | { type: 'wrote'; stream: 'stdout' | 'stderr'; text: string }
  | { type: 'ended'; code: number; isLast: boolean }

export interface StartedCommand {
  readonly pid: number
  readonly stdout: Readable
  readonly stderr: Readable
  /** Its exit code, once it is over; null when a signal ended it. */
  readonly ended: Promise<number | null>
  /** Does nothing once it is over. */
  kill(signal: NodeJS.Signals): void
}

export function startInOwnProcess({ argv, environment, cwd, input }: CommandOrder): StartedCommand {
  const [program, ...args] = argv
  const child = spawn(program, args, { cwd, env: environment })
  child.stdin.on('error', () => {}).end(input) // who has ended reads none
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const { stdout, stderr } = child
  return { pid: child.pid!, stdout, stderr, ended, kill: (signal) => child.kill(signal) }
}

/** Processes that have loaded `hub` and wait for a command. */
const idle: ChildProcess[] = []

/** Start a command in a process that has loaded `hub` before, as if it had been started for it. */
export async function startInLoadedProcess(order: CommandOrder): Promise<StartedCommand> {
  const child = idle.pop() ?? (await loadedProcess(order.environment))
  keepsTestsWaiting(child, 'ref')
  const written = { stdout: new PassThrough(), stderr: new PassThrough() }
  const onCrashWords = (text: Buffer) => written.stderr.write(text)
  child.stderr!.on('data', onCrashWords)
  let isOver = false
  const ended = new Promise<number | null>((resolve) => {
    const finish = (code: number | null) => {
      isOver = true
      child.off('message', onMessage).off('close', finish)
      child.stderr!.off('data', onCrashWords)
      written.stdout.end()
      written.stderr.end()
      resolve(code)
    }
    const onMessage = (message: LoopMessage) => {
      if (message.type === 'wrote') written[message.stream].write(message.text)
      if (message.type !== 'ended') return
      keepsTestsWaiting(child, 'unref')
      if (!message.isLast) idle.push(child)
      finish(message.code)
    }
    child.on('message', onMessage).on('close', finish)
  })
  child.send(order)
  return { pid: child.pid!, ...written, ended, kill: (signal) => void (isOver || child.kill(signal)) }
}

async function loadedProcess(env: CommandOrder['environment']): Promise<ChildProcess> {
  const child = fork(LOOP, {
    env,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  child.stderr!.on('data', (text: Buffer) => void (idle.includes(child) && process.stderr.write(text)))
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error(`${LOOP} ended before it had loaded`)),
  )
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {}) // later it ends when it is told to
  return child
}

/** A process that waits for a command holds up no end; neither does the channel to it, which is gone with it. */
function keepsTestsWaiting(child: ChildProcess, how: 'ref' | 'unref'): void {
  child[how]()
  child.channel?.[how]()
  ;(child.stderr as Socket)[how]()
}
