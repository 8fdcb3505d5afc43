import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface OutsideProgram extends AsyncDisposable {
  start(...moreArguments: string[]): Promise<void>
  kill(): Promise<void>
}

const START_TIMEOUT_MS = 60_000

export async function startOutside(
  command: readonly [string, ...string[]],
  { port, environment = {}, cwd }: { port: number; environment?: Record<string, string>; cwd?: string },
): Promise<OutsideProgram> {
  let child: ChildProcess | null = null
  let output = ''
  const kill = async () => {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    ending.kill('SIGKILL')
    await once(ending, 'exit')
  }
  const start = async (...more: string[]) => {
    const started = spawn('setpriv', ['--pdeathsig', 'KILL', ...command, ...more], {
      ...(cwd !== undefined && { cwd }),
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4000)))
    const end = Date.now() + START_TIMEOUT_MS
    while (!(await accepts(port))) {
      if (started.exitCode !== null || Date.now() > end) throw new Error(`${command[0]} failed: ${output}`)
      await pause(100)
    }
  }
  await start()
  return { start, kill, [Symbol.asyncDispose]: kill }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
