import type { Beats } from '#core/serving/serve.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import { isPoll } from '#surfaces/bridge/suspended-responses.ts'
import { readSharedConfig } from '../config/shared.ts'
import { readSupervisorConfig } from '../config/supervisor.ts'
import type { Buses } from '../bus.ts'
import type { Rest, RoleContext } from '../role.ts'
import type { RunningRoles } from '../roles.ts'
import type { Stores } from '../stores.ts'
import { setAlarm } from './alarm.ts'
import { createDoor } from './request-gate.ts'
import { followFolder } from './follow-folder.ts'
import { keepPlace } from './keep-registration.ts'
import type { suspensionEvents, ResumeReason } from './log-events.ts'
import type { WorkLook } from './poll-for-work.ts'
import { createSuspender, type Suspender } from './suspender.ts'

export interface KeptHubDeps {
  hubFolder: string
  environment: Environment
  start(shared: Pick<RoleContext, 'stores' | 'buses' | 'place'>): Promise<RunningRoles>
  stores: Stores
  buses: Buses
  beats: Beats
  workLook: WorkLook
  clock: Clock
  events: ReturnType<typeof suspensionEvents>
  /** Called when the stopped Hub's memory can be collected. */
  onSuspended(): void
  onBroken(error: unknown): void
}

export interface KeptHub extends AsyncDisposable, Pick<RunningRoles, 'urls' | 'warnings' | 'endpoints'> {}

/**
 * Stops an idle Hub to free memory and starts it on demand. Its registration stays, so that other processes always
 * find it.
 */
export async function keepHub(deps: KeptHubDeps): Promise<KeptHub> {
  const { hubFolder, environment, stores, buses, beats, workLook, clock } = deps
  const config = readSharedConfig(environment, hubFolder)
  const hub = config.hubSlug
  let sleeper: Suspender | null = null

  await using parts = new AsyncDisposableStack()
  const wake = async () => sleeper?.wake('request')
  const door = parts.use(createDoor({ clock, isIdle: isPoll, wake }))
  const kept = parts.use(keepPlace({ receive: door.receive, beats, openStore: () => stores.open(config) }))
  const start = () => deps.start({ stores, buses, place: kept.place })
  const attend = ({ resumeAt }: Rest, resumeBy: (why: ResumeReason) => void) => {
    const attended = new AsyncDisposableStack()
    if (resumeAt !== null) attended.defer(setAlarm(clock, resumeAt, () => resumeBy('schedule')))
    attended.use(followFolder(hubFolder, () => resumeBy('folder')))
    attended.use(workLook.watch(kept.store(), hub, () => resumeBy('work')))
    return attended
  }

  const first = await start()
  sleeper = parts.use(
    createSuspender(
      {
        ...deps,
        hub,
        start,
        attend,
        parkAfterMs: readSupervisorConfig(environment).parkAfterMs,
        quietSince: door.quietSince,
        onPark: ({ answerTo }) => door.rest(answerTo),
      },
      first,
    ),
  )
  parts.defer(door.shut)
  parts.defer(kept.leave) // before the port closes, so that no more requests are routed there
  const opened = parts.move()
  const { urls, warnings, endpoints } = first
  return { urls, warnings, endpoints, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
