import { spawn, type ChildProcess, type ChildProcessByStdio, type StdioOptions } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { Clock } from '../clock.ts'
import type { Warden } from './warden.ts'

export interface CommandLine {
  program: string
  args: readonly string[]
  /** Whole: nothing is added. */
  env: Readonly<Record<string, string>>
  /** Absolute. */
  cwd: string
}

export interface ScriptEnd {
  /** Null when a signal ended it. */
  code: number | null
  signal: NodeJS.Signals | null
  /** Its time was up. */
  isLate: boolean
  /** Standard output: its end, when it was longer than `MAX_OUTPUT_LENGTH`. */
  stdout: string
}

export interface ScriptOptions {
  /** Aborting it kills the script and all it started. */
  signal: AbortSignal
  timeoutMs: number
  clock: Pick<Clock, 'sleep'>
  warden: Warden
  /** Receives all output, of standard output and error, as it is written. */
  output(text: string): void
}

/** Characters kept of standard output. */
export const MAX_OUTPUT_LENGTH = 256 * 1024
/**
 * Waits until its group is watched before it becomes the program: should this process be killed right after it began the
 * script, before it could name it to the warden, the gate's input ends and nothing ever runs.
 */
const GATE = 'read -r SVC_GATE <&3 || exit 1; unset SVC_GATE; exec "$@" 3<&-'
/** Between asking a script to end and killing it, and again until its output is given up. */
const GRACE_MS = 2000

/**
 * Runs a script to its end. It is the head of a process group of its own. All it started, in the group or out
 * of it, is killed when its time is up, when `signal` aborts, when it ends itself, and when this process
 * dies: nothing stays behind.
 *
 * A missing program ends with 127, a program that may not be run with 126, and the output has the reason.
 *
 * @throws Error of the system when nothing can be started; the reason of `signal` when that aborts.
 */
export async function runScript(
  { program, args, env, cwd }: CommandLine,
  { signal, timeoutMs, clock, warden, output }: ScriptOptions,
): Promise<ScriptEnd> {
  signal.throwIfAborted()
  const watched = warden.start((mark) => {
    const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', 'pipe']
    const options = { cwd, env: { ...env, ...mark }, detached: true, stdio }
    const gated = spawn('/bin/sh', ['-c', GATE, 'sh', program, ...args], options)
    return gated as ChildProcessByStdio<null, Readable, Readable>
  })
  const { head: child } = watched
  const gate = child.stdio[3] as Writable
  gate.on('error', () => {}) // it was killed at once
  setImmediate(() => gate.end('\n')) // by then the warden has been notified
  const exit = exitOf(child)
  let stdout = ''
  const reads = [
    readText(child.stdout, (text) => {
      stdout = (stdout + text).slice(-MAX_OUTPUT_LENGTH)
      output(text)
    }),
    readText(child.stderr, output),
  ]
  const over = new AbortController()
  let isLate = false
  const end = async () => {
    watched.ask()
    await clock.sleep(GRACE_MS, over.signal).then(
      () => watched.kill(),
      () => {}, // it has ended
    )
  }
  void clock.sleep(timeoutMs, over.signal).then(
    () => {
      isLate = true
      return end()
    },
    () => {}, // it ended in time
  )
  const abort = () => void end()
  signal.addEventListener('abort', abort, { once: true })
  try {
    const { code, signal: endedBy } = await exit
    await watched.kill() // its leftover processes
    await Promise.race([Promise.all(reads), clock.sleep(GRACE_MS, over.signal).catch(() => {})])
    signal.throwIfAborted()
    return { code: isLate ? null : code, signal: endedBy, isLate, stdout }
  } finally {
    over.abort()
    signal.removeEventListener('abort', abort)
    watched.leave()
    child.stdout.destroy()
    child.stderr.destroy()
  }
}

interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })

/** Whole characters, also when one arrives in two parts. */
const readText = (stream: NodeJS.ReadableStream, onText: (text: string) => void): Promise<void> =>
  new Promise((resolve) => {
    const decoder = new StringDecoder('utf8')
    stream.on('data', (chunk: Buffer) => onText(decoder.write(chunk)))
    stream.on('error', () => resolve())
    stream.on('end', () => {
      const rest = decoder.end()
      if (rest !== '') onText(rest)
      resolve()
    })
    stream.on('close', () => resolve())
  })
