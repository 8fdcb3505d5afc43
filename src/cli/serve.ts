import { join } from 'node:path'
import { systemClock } from '#base/clock.ts'
import { PortTaken } from '#base/http-server.ts'
import { AddressRefused } from '#supervisor/addresses.ts'
import { StartFailed } from '#supervisor/child.ts'
import { portOwner } from '#supervisor/port-owner.ts'
import { AlreadyRunning } from '#supervisor/run-file.ts'
import { startSupervisor, type RunningHub } from '#supervisor/start.ts'
import { NotWritable } from '#supervisor/writable.ts'
import { Failure } from './failure.ts'
import { dim, print, printJson, warn } from './print.ts'
import type { HubSettings } from './settings.ts'

export interface ServeOptions {
  json?: boolean
  /** What programs are told once everything answers. */
  ready(hub: RunningHub): object
  /** What people are told then. */
  table(hub: RunningHub): string
}

/** Start the processes of a Hub, say where they answer, and stay until told to stop. */
export async function serve(hubFolder: string, settings: HubSettings, options: ServeOptions): Promise<void> {
  settings.warnings.forEach(warn)
  const hub = await start(hubFolder, settings)
  hub.warnings.forEach(warn)
  const stopped = untilToldToStop(hub, options)
  if (options.json) printJson(options.ready(hub))
  else print(options.table(hub))
  await stopped
}

async function start(hubFolder: string, settings: HubSettings): Promise<RunningHub> {
  try {
    return await startSupervisor({ hubFolder, ...settings, clock: systemClock })
  } catch (error) {
    if (error instanceof PortTaken) throw new Failure(await portAdvice(error))
    if (error instanceof AlreadyRunning) throw new Failure(`${error.message}; stop that one first`)
    if (error instanceof NotWritable) throw new Failure(error.message)
    if (error instanceof AddressRefused) throw new Failure(error.message, 2)
    if (error instanceof StartFailed) throw startFailure(error, settings)
    throw error
  }
}

async function portAdvice({ port, variable }: PortTaken): Promise<string> {
  const pid = await portOwner(port)
  const owner = pid === null ? 'another process' : `pid ${pid}`
  return `port ${port} (${variable}) is taken by ${owner}; set ${variable}=… to another port`
}

function startFailure({ reason, message }: StartFailed, { dataFolder }: HubSettings): Failure {
  if (reason === 'fault') return new Failure(`${message}; see ${join(dataFolder, 'logs', 'hub.log')}`)
  return new Failure(message, reason === 'configuration' ? 2 : 1)
}

/** Launchers pass a terminal's Ctrl-C on although it reached us already: what comes this soon is the same one. */
const SAME_SIGNAL_MS = 500

/** The first signal lets running answers end, a second one does not wait for them. */
function untilToldToStop(hub: RunningHub, { json }: { json?: boolean }): Promise<void> {
  return new Promise((resolve, reject) => {
    let toldAt: number | null = null
    const stop = () => {
      const now = systemClock.now()
      if (toldAt !== null) return now - toldAt < SAME_SIGNAL_MS ? undefined : hub.kill()
      toldAt = now
      if (json) printJson({ event: 'stopping' })
      else print(dim('\nStopping; running answers may end. Ctrl-C again stops at once.'))
      hub.stop().then(resolve, reject)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, stop)
    process.channel?.unref()
  })
}
