import { spawn, type ChildProcess, type ChildProcessByStdio, type StdioOptions } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { Clock } from '../clock.ts'
import type { Warden } from './warden.ts'

export interface CommandLine {
  program: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  /** Absolute path. */
  cwd: string
}

export interface ScriptEnd {
  /** Null after a signal or a timeout. */
  code: number | null
  signal: NodeJS.Signals | null
  isLate: boolean
  stdout: string
}

export interface ScriptOptions {
  signal: AbortSignal
  timeoutMs: number
  clock: Pick<Clock, 'sleep'>
  warden: Warden
  output(text: string): void
}

export const MAX_OUTPUT_LENGTH = 256 * 1024
/**
 * Starts the program after a line arrives on descriptor 3. If this process ends first, no line arrives and the
 * program never runs.
 */
const GATE = 'read -r SVC_GATE <&3 || exit 1; unset SVC_GATE; exec "$@" 3<&-'
/** Time from SIGTERM to SIGKILL. */
const GRACE_MS = 2000

/**
 * Runs a script. Kills its descendants, in any process group, after a timeout, an abort, the end of the script or the
 * end of this process.
 *
 * Exit code 127: missing program; 126: not executable.
 *
 * @throws Error of the system if the shell cannot start; the reason of `signal` after an abort.
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
  gate.on('error', () => {}) // the write fails if the script was killed at once
  setImmediate(() => gate.end('\n')) // opens the gate after the warden has received the process group
  const exit = exitOf(child)
  let stdout = ''
  const reads = [
    readText(child.stdout, (text) => {
      stdout = (stdout + text).slice(-MAX_OUTPUT_LENGTH)
      output(text)
    }),
    readText(child.stderr, output),
  ]
  const ended = new AbortController()
  let isLate = false
  const end = async () => {
    watched.terminate()
    await clock.sleep(GRACE_MS, ended.signal).then(
      () => watched.kill(),
      () => {},
    )
  }
  void clock.sleep(timeoutMs, ended.signal).then(
    () => {
      isLate = true
      return end()
    },
    () => {}, // the sleep rejects if the script ends in time
  )
  const abort = () => void end()
  signal.addEventListener('abort', abort, { once: true })
  try {
    const { code, signal: endedBy } = await exit
    await watched.kill()
    await Promise.race([Promise.all(reads), clock.sleep(GRACE_MS, ended.signal).catch(() => {})])
    signal.throwIfAborted()
    return { code: isLate ? null : code, signal: endedBy, isLate, stdout }
  } finally {
    ended.abort()
    signal.removeEventListener('abort', abort)
    watched.unwatch()
    child.stdout.destroy()
    child.stderr.destroy()
  }
}

const exitOf = (child: ChildProcess): Promise<Pick<ScriptEnd, 'code' | 'signal'>> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })

/** A chunk may end within a UTF-8 character. */
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
