import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from '../support/until.ts'

export interface StartedProvider extends AsyncDisposable {
  stop(): Promise<void>
}

/** Keycloak needs minutes to start on a busy machine. */
const START_MS = 600_000

export async function startProvider({
  name,
  command: [program, ...args],
  environment = {},
  ready,
}: {
  name: string
  command: readonly string[]
  environment?: Record<string, string>
  /** This address returns 200 when the provider has started. */
  ready: string
}): Promise<StartedProvider> {
  const child = spawn(program!, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a program may be a script, so signals must reach the whole process group
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    process.kill(-child.pid!, 'SIGKILL')
    await ended
  }
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output.slice(-2000)}`)
    return (await fetch(ready).catch(() => null))?.ok === true
  }
  try {
    await until(isReady, { everyMs: 100, what: `${name} starts`, timeoutMs: START_MS })
  } catch (error) {
    await stop()
    throw error
  }
  return { stop, [Symbol.asyncDispose]: stop }
}
