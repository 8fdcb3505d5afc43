import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Suspension } from '../role.ts'
import type { RunningRoles } from '../roles.ts'
import type { suspensionEvents, ResumeReason } from './log-events.ts'

export interface SuspenderDeps {
  hub: string
  /** Idle milliseconds before a suspension; null: never. */
  suspendAfterMs: number | null
  start(): Promise<RunningRoles>
  idleSince(): EpochMs | null
  /** Called before the roles stop: from now on only `plan.handlerWhileSuspended` handles their requests. */
  onSuspend(plan: Suspension): void
  watchForResume(plan: Suspension, resume: (why: ResumeReason) => void): AsyncDisposable
  clock: Pick<Clock, 'now' | 'after'>
  events: Pick<ReturnType<typeof suspensionEvents>, 'suspended' | 'resumed' | 'resumeFailed' | 'closeFailed'>
  onSuspended(): void
  onBroken(error: unknown): void
}

export interface Suspender extends AsyncDisposable {
  resume(why: ResumeReason): Promise<void>
}

/** If the next work is due sooner than this, the roles are not suspended. */
const SOON_MS = 5000
const MIN_POLL_INTERVAL_MS = 10

export function createSuspender(deps: SuspenderDeps, first: RunningRoles): Suspender {
  const { hub, suspendAfterMs, clock, events } = deps
  let running: RunningRoles | null = first
  let resumeWatch: AsyncDisposable | null = null
  let suspension: Promise<void> | null = null
  let resuming: Promise<void> | null = null
  let isDisposed = false
  let cancelCheck = () => {}

  const start = async (why: ResumeReason) => {
    const began = performance.now()
    await suspension
    if (isDisposed) throw new Error('the Hub is stopping')
    try {
      running = await deps.start()
      events.resumed({ hub, ms: Math.round(performance.now() - began), why })
      scheduleCheck(suspendAfterMs)
    } catch (error) {
      events.resumeFailed({ hub, error })
      deps.onBroken(error)
      throw error
    } finally {
      await resumeWatch?.[Symbol.asyncDispose]()
      resumeWatch = null
    }
  }
  const resume = async (why: ResumeReason): Promise<void> => {
    if (running && !suspension) return
    await (resuming ??= start(why).finally(() => (resuming = null)))
  }
  // `AsyncLocalStorage.bind` keeps the Hub's context, so that output is attributed to this Hub.
  const resumeBy = AsyncLocalStorage.bind((why: ResumeReason) => void resume(why).catch(() => {}))

  const suspend = async (roles: RunningRoles, plan: Suspension) => {
    deps.onSuspend(plan)
    await closeWell(roles, (error) => events.closeFailed({ hub, error }))
    running = null
    if (isDisposed) return
    resumeWatch = deps.watchForResume(plan, resumeBy)
    deps.onSuspended()
    events.suspended({ hub, resumeAt: plan.resumeAt === null ? null : new Date(plan.resumeAt).toISOString() })
  }
  const checkIdle = async (limitMs: number) => {
    const since = deps.idleSince()
    const remainingMs = since === null ? limitMs : since + limitMs - clock.now()
    if (remainingMs > 0) return scheduleCheck(remainingMs)
    const plan = (await running?.planSuspension().catch(() => null)) ?? null // if the database is unreachable, the roles are not suspended
    if (isDisposed || !running) return
    if (plan === null || isSoon(plan, clock.now()) || deps.idleSince() !== since)
      return scheduleCheck(limitMs)
    suspension = suspend(running, plan).finally(() => (suspension = null))
  }
  const scheduleCheck = (ms: number | null) => {
    if (ms === null || isDisposed) return
    cancelCheck = clock.after(Math.max(ms, MIN_POLL_INTERVAL_MS), () => void checkIdle(suspendAfterMs!))
  }

  scheduleCheck(suspendAfterMs)
  return {
    resume,
    async [Symbol.asyncDispose]() {
      isDisposed = true
      cancelCheck()
      await suspension
      await resuming?.catch(() => {})
      await resumeWatch?.[Symbol.asyncDispose]()
      await running?.[Symbol.asyncDispose]()
    },
  }
}

const isSoon = ({ resumeAt }: Suspension, now: EpochMs): boolean =>
  resumeAt !== null && resumeAt - now < SOON_MS

async function closeWell(roles: AsyncDisposable, onFailure: (error: unknown) => void): Promise<void> {
  try {
    await roles[Symbol.asyncDispose]()
  } catch (error) {
    onFailure(error)
  }
}
