import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'

const LOOP = join(import.meta.dirname, 'command-loop.ts')

export interface CommandOrder {
  argv: readonly [program: string, ...rest: string[]]
  environment: Record<string, string>
  cwd: string
  input: string
}

export type LoopMessage =
  | { type: 'loaded' }
  | { type: 'wrote'; stream: 'stdout' | 'stderr'; text: string }
  | { type: 'ended'; code: number; isLast: boolean }

export interface StartedCommand {
  readonly pid: number
  readonly stdout: Readable
  readonly stderr: Readable
  /** Exit code; null after a signal. */
  readonly ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
}

export function startInOwnProcess({ argv, environment, cwd, input }: CommandOrder): StartedCommand {
  const [program, ...args] = argv
  const child = spawn(program, args, { cwd, env: environment })
  child.stdin.on('error', () => {}).end(input) // an ended process does not read its input
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const { stdout, stderr } = child
  return { pid: child.pid!, stdout, stderr, ended, kill: (signal) => child.kill(signal) }
}

const idle: ChildProcess[] = []

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
  ended.catch(() => {})
  return child
}

/** An idle process and its channel must not keep the test process alive. */
function keepsTestsWaiting(child: ChildProcess, how: 'ref' | 'unref'): void {
  child[how]()
  child.channel?.[how]()
  ;(child.stderr as Socket)[how]()
}
