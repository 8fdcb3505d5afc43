import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import { releaseMemoryAfterStart } from '#processes/own-memory.ts'
import { AddressRefused, PortsTaken } from '#supervisor/addresses.ts'
import { StartFailed } from '#supervisor/child.ts'
import { describePortOwner } from '#supervisor/port-owner.ts'
import { BeingMoved } from '#supervisor/move-file.ts'
import { AlreadyRunning } from '#supervisor/run-file.ts'
import { NotWritable } from '#supervisor/writable.ts'
import { CommandFailure } from './failure.ts'
import { formatDim, print, printJson, printWarning } from './print.ts'
import { makePrivate, privateFiles } from './private-files.ts'
import type { HubSettings } from './settings.ts'

interface Running {
  warnings: readonly string[]
  stop(): Promise<void>
  kill(): void
}

export interface ServeOptions<R extends Running> {
  json?: boolean
  start(environment: Environment): Promise<R>
  /** JSON for programs, printed when all servers respond. */
  ready(running: R): object
  table(running: R): string
}

export async function serve<R extends Running>(
  folder: string,
  settings: HubSettings,
  options: ServeOptions<R>,
): Promise<void> {
  settings.warnings.forEach(printWarning)
  for (const path of await makePrivate(privateFiles(folder, settings)))
    printWarning(`${path} could be read by other users; its mode is 0600 now`)
  await refuseBadBucket(folder, settings)
  await refuseBadBus(folder, settings)
  await refuseBadChatapp(settings)
  const running = await start(settings, options)
  running.warnings.forEach(printWarning)
  const stopped = waitForStopSignal(running, options)
  if (options.json) printJson(options.ready(running))
  else print(options.table(running))
  releaseMemoryAfterStart()
  await stopped
}

/**
 * Only the command checks object storage, because a later restart of a process must not depend on it.
 * @throws BadConfiguration
 */
async function refuseBadBucket(folder: string, { environment, roles }: HubSettings): Promise<void> {
  if (!environment['SVC_BLOBS_URL'] || !roles.some((role) => role === 'chatapp' || role === 'bridge')) return
  // Imported late, because it loads schemas that the rest of a start does not need.
  const { canBeRead, checkNamedBucket } = await import('#processes/check-bucket.ts')
  if (!canBeRead(environment, folder)) return
  await checkNamedBucket(environment, folder)
}

/**
 * Checks the bus only before a start, because running processes can work without it.
 * @throws BadConfiguration
 */
async function refuseBadBus(folder: string, { environment }: HubSettings): Promise<void> {
  if (!environment['SVC_BUS_URL']) return
  const { refuseBadBusFiles } = await import('#processes/check-bus.ts')
  const { canBeRead } = await import('#processes/check-bucket.ts')
  if (canBeRead(environment, folder)) await refuseBadBusFiles(environment, folder)
}

/** @throws BadConfiguration */
async function refuseBadChatapp({ environment }: HubSettings): Promise<void> {
  if (environment['SVC_CHATAPP'] !== 'openwebui') return
  const { checkNamedChatapp } = await import('#processes/check-chatapp.ts')
  const found = await checkNamedChatapp(environment)
  if (found && 'silent' in found)
    printWarning(
      `Open WebUI does not answer at ${found.url} (${found.silent}); people get an error page until it does`,
    )
}

async function start<R extends Running>(settings: HubSettings, options: ServeOptions<R>): Promise<R> {
  try {
    return await options.start(await withCompileCache(settings))
  } catch (error) {
    if (error instanceof PortsTaken) throw new CommandFailure(await portAdvice(error))
    if (error instanceof AlreadyRunning) throw new CommandFailure(`${error.message}; stop that process first`)
    if (error instanceof BeingMoved) throw new CommandFailure(error.message)
    if (error instanceof NotWritable) throw new CommandFailure(error.message)
    if (error instanceof AddressRefused) throw new CommandFailure(error.message, 2)
    if (error instanceof StartFailed) throw startFailure(error, settings)
    throw error
  }
}

/**
 * If `NODE_COMPILE_CACHE` names no writable folder, the compile cache is in the data folder, where no other user can
 * write.
 */
async function withCompileCache({
  environment,
  dataFolder,
}: HubSettings): Promise<HubSettings['environment']> {
  const usual = environment['NODE_COMPILE_CACHE']
  const isWritable =
    usual !== undefined &&
    (await access(usual, constants.W_OK).then(
      () => true,
      () => false,
    ))
  return isWritable ? environment : { ...environment, NODE_COMPILE_CACHE: join(dataFolder, 'compile-cache') }
}

async function portAdvice({ ports }: PortsTaken): Promise<string> {
  const portsInUse = await Promise.all(
    ports.map(
      async ({ port, variable }) => `${port} (${variable}) is taken by ${await describePortOwner(port)}`,
    ),
  )
  const fix = ports.map(({ variable }) => `${variable}=…`).join(' ')
  return `port ${portsInUse.join(', port ')}; set ${fix} to ${ports.length > 1 ? 'other ports' : 'another port'}`
}

function startFailure({ reason, message }: StartFailed, { dataFolder }: HubSettings): CommandFailure {
  if (reason === 'fault') return new CommandFailure(`${message}; see ${join(dataFolder, 'logs', 'hub.log')}`)
  return new CommandFailure(message, reason === 'configuration' ? 2 : 1)
}

/** A launcher may forward a Ctrl-C that the terminal also sends, so a second signal within this time is ignored. */
const SAME_SIGNAL_MS = 500

/** The first signal lets running answers end; a second signal ends them at once. */
function waitForStopSignal(running: Running, { json }: { json?: boolean }): Promise<void> {
  return new Promise((resolve, reject) => {
    let stoppedAt: number | null = null
    const stop = () => {
      const now = systemClock.now()
      if (stoppedAt !== null) return now - stoppedAt < SAME_SIGNAL_MS ? undefined : running.kill()
      stoppedAt = now
      if (json) printJson({ event: 'stopping' })
      else print(formatDim('\nStopping after running answers finish. Press Ctrl-C again to stop at once.'))
      running.stop().then(resolve, reject)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, stop)
    process.channel?.unref()
  })
}
