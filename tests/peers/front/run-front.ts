import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { connect } from 'node:net'
import { join } from 'node:path'
import { until } from '../../support/until.ts'
import type { Front } from './fronts.ts'
import type { FrontHub } from './hub.ts'

export interface RunningFront extends AsyncDisposable {
  restart(): Promise<void>
  output(): string
}

const START_MS = 30_000

export async function runFront(
  front: Front,
  program: string,
  hub: FrontHub,
  issuer: string,
): Promise<RunningFront> {
  const folder = mkdtempSync(join(tmpdir(), 'front-'))
  const { command, environment, files } = front.start(program, hub, folder, issuer)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 })
  let output = ''
  let child: ChildProcess
  const start = async () => {
    child = spawn(command[0], command.slice(1), {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text))
    await until(
      async () => {
        if (child.exitCode !== null) throw new Error(`${front.name} ended: ${output.slice(-1000)}`)
        return accepts(hub.door.port)
      },
      { what: `${front.name} listens: ${output.slice(-1000)}`, timeoutMs: START_MS },
    )
  }
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(front.graceMs > 0 ? 'SIGTERM' : 'SIGKILL')
    const timer = setTimeout(() => child.kill('SIGKILL'), front.graceMs)
    await ended
    clearTimeout(timer)
  }
  await start()
  return {
    async restart() {
      await stop()
      await start()
    },
    output: () => output,
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
