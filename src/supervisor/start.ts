import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { RoleName } from '#processes/role.ts'
import { settleAddresses, urlOf, type Addresses } from './addresses.ts'
import type { ChildDeps } from './child.ts'
import { NoEdgeApart, startChildren, STOP_LIMIT_MS, type RunningChildren } from './children.ts'
import { eventWriter, supervisorEvents } from './log-events.ts'
import { layoutOf, type ProcessMode } from './layout.ts'
import { LOG_FILE_LIMITS, openLogFile } from './log-file.ts'
import { openControl, type ControlOrder } from './control.ts'
import { createProcessOutput } from './output.ts'
import { describePortOwner } from './port-owner.ts'
import { claimRun, refuseSecondRun, type RunName, type RunRecord } from './run-file.ts'
import { refuseUnwritable } from './writable.ts'

export interface SupervisorOptions {
  hubFolder: string
  dataFolder: string
  environment: Environment
  mode: ProcessMode
  roles: readonly RoleName[]
  /** Number of processes that run only the edge; null: `mode` decides. */
  edgeWorkers: number | null
  /** Limit for the Hub's code; null: no limit. */
  memoryLimitMb: number | null
  clock: Clock
}

export interface RunningHub extends Pick<RunRecord, 'urls' | 'publicUrl'> {
  warnings: readonly string[]
  endpoints: readonly string[]
  /**
   * Running responses may continue for 10 s, and databases may take 2 s to close. The supervisor then kills remaining
   * processes.
   */
  stop(): Promise<void>
  kill(): void
}

/**
 * Resolves when all processes are ready. After a failure, no started process still runs.
 * @throws AlreadyRunning, BeingMoved, NotWritable, PortsTaken, StartFailed
 */
export async function startSupervisor(options: SupervisorOptions): Promise<RunningHub> {
  const { hubFolder, dataFolder, mode, roles, clock } = options
  await using parts = new AsyncDisposableStack()
  const name = nameOf(roles)
  await refuseSecondRun(dataFolder, name)
  await refuseUnwritable(hubFolder, dataFolder, roles)
  const addresses = await settleAddresses(options.environment, roles)
  const urls = urlsOf(addresses)
  const publicUrl = options.environment['SVC_PUBLIC_URL'] || null
  const control = parts.use(await openControl(dataFolder, name))
  parts.use(await claimRun(dataFolder, name, { urls, publicUrl, control: control.path }))
  const output = createProcessOutput(
    parts.use(openLogFile(join(dataFolder, 'logs'), LOG_FILE_LIMITS, LOG_NAMES[name])),
  )
  const events = supervisorEvents(eventWriter((line) => output.write('supervisor', `${line}\n`), clock.now))
  const startParts = mode === 'single' ? startHere : startChildren
  const running = await startParts(options, addresses, { clock, events, output: output.write })
  parts.defer(events.hubStopped)
  parts.defer(running.stop)
  events.hubStarted({ mode, pids: running.pids })
  control.obey(orderOf(running))

  const owned = parts.move()
  let stopped: Promise<void> | null = null
  return {
    urls,
    publicUrl,
    warnings: [...(await movedRemark(addresses)), ...new Set(running.warnings)],
    endpoints: running.endpoints,
    stop: () => (stopped ??= owned.disposeAsync()),
    kill: running.kill,
  }
}

const orderOf =
  ({ replaceEdge }: RunningChildren) =>
  async ({ command, hub }: ControlOrder): Promise<string> => {
    if (command !== 'restart' || hub !== null)
      throw new Error('this Hub runs without a gateway: stop and start its own process instead')
    await replaceEdge()
    return 'serving'
  }

export async function movedRemark({ chatappMovedFrom: port, roles }: Addresses): Promise<string[]> {
  if (port === null) return []
  const owner = await describePortOwner(port)
  return [
    `port ${port}, the web chat’s usual one, is taken by ${owner}; it listens on ${roles.chatapp?.port} this time (set SVC_CHATAPP_PORT for a fixed port)`,
  ]
}

const LOG_NAMES: Record<RunName, string> = { run: 'hub.log', inbound: 'inbound.log' }

/** A webhook receiver may run in addition to the rest of its Hub, so it has its own run file. */
const nameOf = (roles: readonly RoleName[]): RunName => (roles.includes('bridge') ? 'run' : 'inbound')

async function startHere(
  { roles: wanted, hubFolder }: SupervisorOptions,
  { environment }: Addresses,
  { output }: ChildDeps,
): Promise<RunningChildren> {
  const { redirectLogs } = await import('#ground/base/log.ts')
  const { startRoles } = await import('#processes/roles.ts')
  const [part] = layoutOf('single', wanted)
  redirectLogs({ write: (line) => output(part!.name, line) })
  const roles = await startRoles(hubFolder, part!.roles, environment)
  return {
    pids: [process.pid],
    warnings: roles.warnings,
    endpoints: roles.endpoints,
    async stop() {
      setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
      await roles[Symbol.asyncDispose]()
    },
    replaceEdge: () =>
      Promise.reject(new NoEdgeApart('SVC_PROCESSES=single keeps everything in one process')),
    kill: () => process.exit(1),
  }
}

export const urlsOf = ({ roles: { edge, chatapp, bridge, inbound } }: Addresses): RunRecord['urls'] => ({
  edge: edge && urlOf(edge),
  chatapp: chatapp && urlOf(chatapp),
  bridge: bridge && urlOf(bridge),
  inbound: inbound && urlOf(inbound),
})
