import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { systemClock } from '#base/clock.ts'
import { PortTaken } from '#base/http-server.ts'
import { slugOf } from '#hub/slug.ts'
import { StartFailed } from '#supervisor/child.ts'
import { portOwner } from '#supervisor/port-owner.ts'
import { AlreadyRunning } from '#supervisor/run-file.ts'
import { startSupervisor, type RunningHub } from '#supervisor/start.ts'
import { shortPath } from './command-name.ts'
import { Failure } from './failure.ts'
import { hubFolderOf } from './hub-folder.ts'
import { aligned, bold, dim, print, printJson, warn } from './print.ts'
import { scaffold } from './scaffold.ts'
import { readSettings, type HubSettings } from './settings.ts'

const DEMO_FOLDER = 'demo-hub'

/** `hub run`: start a Hub, say where it answers, and stay until it is told to stop. */
export async function run(
  given: string | undefined,
  options: { demo?: boolean; json?: boolean },
): Promise<void> {
  const hubFolder = options.demo ? await demoFolder(given ?? DEMO_FOLDER) : hubFolderOf(given)
  const settings = await readSettings(hubFolder)
  settings.warnings.forEach(warn)
  const hub = await start(hubFolder, settings)
  hub.warnings.forEach(warn)
  const stopped = untilToldToStop(hub, options)
  if (options.json) printJson(readyEvent(hub, hubFolder, settings))
  else print(readyTable(hub, hubFolder, settings))
  await stopped
}

/** The demo Hub's folder, made from the template unless it is there. */
async function demoFolder(given: string): Promise<string> {
  const folder = resolve(given)
  if (!existsSync(join(folder, 'agent.md'))) await scaffold(folder, 'demo')
  return folder
}

async function start(hubFolder: string, settings: HubSettings): Promise<RunningHub> {
  try {
    return await startSupervisor({ hubFolder, ...settings, clock: systemClock })
  } catch (error) {
    if (error instanceof PortTaken) throw new Failure(await portAdvice(error))
    if (error instanceof AlreadyRunning) throw new Failure(`${error.message}; stop that one first`)
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

const slugIn = ({ environment }: HubSettings, hubFolder: string): string =>
  environment['SVC_HUB_SLUG'] || slugOf(basename(hubFolder))

const readyEvent = ({ urls }: RunningHub, hubFolder: string, settings: HubSettings) => ({
  event: 'ready',
  edge: urls.edge,
  chatapp: urls.chatapp,
  hubs: [{ slug: slugIn(settings, hubFolder), folder: hubFolder, bridge: urls.bridge, inbound: null }],
})

function readyTable({ urls }: RunningHub, hubFolder: string, { dataFolder }: HubSettings): string {
  const rows = [
    ['Chat', urls.edge ?? urls.chatapp],
    ...(urls.edge ? [['Console', `${urls.edge}/portal/`]] : []),
    ['API', `${urls.bridge}/v1`],
    ['Folder', shortPath(hubFolder)],
    ['Log', shortPath(join(dataFolder, 'logs', 'hub.log'))],
  ]
  return `\n${bold(basename(hubFolder))} is running\n\n${aligned(rows)}\n\n${dim('Ctrl-C stops it.')}\n`
}
