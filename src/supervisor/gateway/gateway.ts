import { join } from 'node:path'
import { SERVED_HUBS_VARIABLE } from '#processes/config/set-by-us.ts'
import { writeServedHubs } from '#processes/served-hubs.ts'
import { servedHubsFile } from '#processes/served-hubs-file.ts'
import { settleAddresses } from '../addresses.ts'
import { startChildren } from '../children.ts'
import { eventWriter, supervisorEvents } from '../log-events.ts'
import { LOG_FILE_LIMITS, openLogFile } from '../log-file.ts'
import { openControl } from '../control.ts'
import { createProcessOutput } from '../output.ts'
import { claimRun, refuseSecondRun, type RunRecord } from '../run-file.ts'
import { movedRemark, urlsOf } from '../start.ts'
import { refuseUnwritable } from '../writable.ts'
import { findHubs } from './find-hubs.ts'
import { followHubs } from './follow-hubs.ts'
import { createHubProcesses } from './hub-processes.ts'
import type { HubState } from './hub-state.ts'
import type { GatewayOptions } from './options.ts'

export interface RunningGateway extends Pick<RunRecord, 'urls' | 'publicUrl'> {
  warnings: readonly string[]
  hubs(): { folder: string; state: HubState }[]
  stop(): Promise<void>
  kill(): void
}

/**
 * Resolves when each present Hub serves or has failed.
 * @throws AlreadyRunning, BeingMoved, NotWritable, PortsTaken; StartFailed after all started processes have exited
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { gateway, dataFolder, clock } = options
  await using parts = new AsyncDisposableStack()
  await refuseSecondRun(dataFolder, 'run')
  await refuseUnwritable(gateway.folder, dataFolder, options.roles)
  const addresses = await settleAddresses(options.environment, options.roles)
  const urls = urlsOf(addresses)
  const publicUrl = options.environment['SVC_PUBLIC_URL'] || null
  const control = parts.use(await openControl(dataFolder, 'run'))
  parts.use(await claimRun(dataFolder, 'run', { urls, publicUrl, control: control.path }))
  const output = createProcessOutput(parts.use(openLogFile(join(dataFolder, 'logs'), LOG_FILE_LIMITS)))
  const events = supervisorEvents(eventWriter((line) => output.write('supervisor', `${line}\n`), clock.now))
  const servedHubs = servedHubsFile(dataFolder)
  await writeServedHubs(servedHubs, [])
  const front = await startChildren(
    { ...options, hubFolder: gateway.folder },
    { ...addresses, environment: { ...addresses.environment, [SERVED_HUBS_VARIABLE]: servedHubs } },
    { clock, events, output: output.write },
  )
  parts.defer(events.hubStopped)
  const processes = createHubProcesses({
    ...options,
    environment: { ...gateway.own, NODE_COMPILE_CACHE: options.environment['NODE_COMPILE_CACHE'] },
    hubs: (await findHubs(gateway.folder)).length,
    events,
    output: output.write,
  })
  parts.defer(processes.stop)
  const hubs = await followHubs(options, { addresses, servedHubs, events, processes }).catch(
    async (error: unknown) => {
      await front.stop()
      throw error
    },
  )
  parts.defer(async () => {
    await Promise.all([front.stop(), hubs[Symbol.asyncDispose]()])
  })
  events.hubStarted({ mode: options.mode, pids: front.pids })
  control.obey(async ({ command, hub }) => {
    if (hub !== null) return hubs.order(command, hub)
    if (command !== 'restart') throw new Error(`name the Hub to ${command}`)
    await front.replaceEdge()
    return 'serving'
  })

  const owned = parts.move()
  let stopped: Promise<void> | null = null
  return {
    urls,
    publicUrl,
    warnings: [...(await movedRemark(addresses)), ...new Set(front.warnings)],
    hubs: hubs.list,
    stop: () => (stopped ??= owned.disposeAsync()),
    kill() {
      front.kill()
      hubs.kill()
      processes.kill()
    },
  }
}
