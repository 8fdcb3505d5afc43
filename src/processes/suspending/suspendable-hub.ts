import type { Beats } from '#core/serving/serve.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import { isPoll } from '#surfaces/bridge/suspended-responses.ts'
import { readSharedConfig } from '../config/shared.ts'
import { readSupervisorConfig } from '../config/supervisor.ts'
import type { Buses } from '../bus.ts'
import type { Suspension, RoleContext } from '../role.ts'
import type { RunningRoles } from '../roles.ts'
import type { Stores } from '../stores.ts'
import { setAlarm } from './alarm.ts'
import { createRequestGate } from './request-gate.ts'
import { followFolder } from './follow-folder.ts'
import { keepRegistration } from './keep-registration.ts'
import type { suspensionEvents, ResumeReason } from './log-events.ts'
import type { WorkPoll } from './poll-for-work.ts'
import { createSuspender, type Suspender } from './suspender.ts'

export interface SuspendableHubDeps {
  hubFolder: string
  environment: Environment
  start(shared: Pick<RoleContext, 'stores' | 'buses' | 'registration'>): Promise<RunningRoles>
  stores: Stores
  buses: Buses
  beats: Beats
  workPoll: WorkPoll
  clock: Clock
  events: ReturnType<typeof suspensionEvents>
  /** Called when the stopped Hub's memory can be freed. */
  onSuspended(): void
  onBroken(error: unknown): void
}

export interface SuspendableHub
  extends AsyncDisposable, Pick<RunningRoles, 'urls' | 'warnings' | 'endpoints'> {}

/** The registration of a stopped Hub stays, so that other processes always find the Hub. */
export async function startSuspendableHub(deps: SuspendableHubDeps): Promise<SuspendableHub> {
  const { hubFolder, environment, stores, buses, beats, workPoll, clock } = deps
  const config = readSharedConfig(environment, hubFolder)
  const hub = config.hubSlug
  let suspender: Suspender | null = null

  await using parts = new AsyncDisposableStack()
  const resume = async () => suspender?.resume('request')
  const gate = parts.use(createRequestGate({ clock, isIdle: isPoll, resume }))
  const kept = parts.use(
    keepRegistration({ receive: gate.receive, beats, openStore: () => stores.open(config) }),
  )
  const start = () => deps.start({ stores, buses, registration: kept.registration })
  const watchForResume = ({ resumeAt }: Suspension, resumeBy: (why: ResumeReason) => void) => {
    const watches = new AsyncDisposableStack()
    if (resumeAt !== null) watches.defer(setAlarm(clock, resumeAt, () => resumeBy('schedule')))
    watches.use(followFolder(hubFolder, () => resumeBy('folder')))
    watches.use(workPoll.watch(kept.store(), hub, () => resumeBy('work')))
    return watches
  }

  const first = await start()
  suspender = parts.use(
    createSuspender(
      {
        ...deps,
        hub,
        start,
        watchForResume,
        suspendAfterMs: readSupervisorConfig(environment).suspendAfterMs,
        idleSince: gate.idleSince,
        onSuspend: ({ handlerWhileSuspended }) => gate.suspend(handlerWhileSuspended),
      },
      first,
    ),
  )
  parts.defer(gate.close)
  parts.defer(kept.leave) // removes the registration before the port closes, so that no more requests are routed there
  const opened = parts.move()
  const { urls, warnings, endpoints } = first
  return { urls, warnings, endpoints, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
