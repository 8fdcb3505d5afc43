import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Rest } from '../role.ts'
import type { RunningRoles } from '../roles.ts'
import type { suspensionEvents, ResumeReason } from './log-events.ts'

export interface SuspenderDeps {
  hub: string
  /** Idle milliseconds before a suspension; null: never. */
  parkAfterMs: number | null
  start(): Promise<RunningRoles>
  quietSince(): EpochMs | null
  /** Called before the roles stop: from now on only `rest` handles their requests. */
  onPark(rest: Rest): void
  /** Called when the roles have stopped: watches for reasons to resume them. */
  attend(rest: Rest, wake: (why: ResumeReason) => void): AsyncDisposable
  clock: Pick<Clock, 'now' | 'after'>
  events: Pick<ReturnType<typeof suspensionEvents>, 'parked' | 'resumed' | 'resumeFailed' | 'restFailed'>
  onSuspended(): void
  onBroken(error: unknown): void
}

/** Stops idle roles and starts them again on demand. Disposal stops them permanently. */
export interface Suspender extends AsyncDisposable {
  /** Resolves when the roles run. @throws if they fail to start. */
  wake(why: ResumeReason): Promise<void>
}

/** A shorter suspension is not worthwhile. */
const SOON_MS = 5000
const MIN_POLL_INTERVAL_MS = 10

export function createSuspender(deps: SuspenderDeps, first: RunningRoles): Suspender {
  const { hub, parkAfterMs, clock, events } = deps
  let running: RunningRoles | null = first
  let attended: AsyncDisposable | null = null
  let suspension: Promise<void> | null = null
  let waking: Promise<void> | null = null
  let isOver = false
  let cancelLook = () => {}

  const start = async (why: ResumeReason) => {
    const began = performance.now()
    await suspension
    if (isOver) throw new Error('the Hub is stopping')
    try {
      running = await deps.start()
      events.resumed({ hub, ms: Math.round(performance.now() - began), why })
      lookIn(parkAfterMs)
    } catch (error) {
      events.resumeFailed({ hub, error })
      deps.onBroken(error)
      throw error
    } finally {
      await attended?.[Symbol.asyncDispose]()
      attended = null
    }
  }
  const wake = async (why: ResumeReason): Promise<void> => {
    if (running && !suspension) return
    await (waking ??= start(why).finally(() => (waking = null)))
  }
  // A trigger that many Hubs share also calls it; its output must be attributed to this Hub.
  const resumeBy = AsyncLocalStorage.bind((why: ResumeReason) => void wake(why).catch(() => {}))

  const park = async (roles: RunningRoles, rest: Rest) => {
    deps.onPark(rest)
    await closeWell(roles, (error) => events.restFailed({ hub, error }))
    running = null
    if (isOver) return
    attended = deps.attend(rest, resumeBy)
    deps.onSuspended()
    events.parked({ hub, resumeAt: rest.resumeAt === null ? null : new Date(rest.resumeAt).toISOString() })
  }
  const look = async (limitMs: number) => {
    const since = deps.quietSince()
    const leftMs = since === null ? limitMs : since + limitMs - clock.now()
    if (leftMs > 0) return lookIn(leftMs)
    const rest = (await running?.rest().catch(() => null)) ?? null // if the database is unreachable, the roles are not suspended
    if (isOver || !running) return
    if (rest === null || isSoon(rest, clock.now()) || deps.quietSince() !== since) return lookIn(limitMs)
    suspension = park(running, rest).finally(() => (suspension = null))
  }
  const lookIn = (ms: number | null) => {
    if (ms === null || isOver) return
    cancelLook = clock.after(Math.max(ms, MIN_POLL_INTERVAL_MS), () => void look(parkAfterMs!))
  }

  lookIn(parkAfterMs)
  return {
    wake,
    async [Symbol.asyncDispose]() {
      isOver = true
      cancelLook()
      await suspension
      await waking?.catch(() => {})
      await attended?.[Symbol.asyncDispose]()
      await running?.[Symbol.asyncDispose]()
    },
  }
}

const isSoon = ({ resumeAt }: Rest, now: EpochMs): boolean => resumeAt !== null && resumeAt - now < SOON_MS

async function closeWell(roles: AsyncDisposable, onFailure: (error: unknown) => void): Promise<void> {
  try {
    await roles[Symbol.asyncDispose]()
  } catch (error) {
    onFailure(error)
  }
}
