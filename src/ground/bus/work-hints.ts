import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Bus } from './bus.ts'
import { createHearing, type Wake } from './hearing-work.ts'
import { createTelling } from './telling-work.ts'
import { BEAT_MS, BEATS, echoSubject, type Work } from './work-messages.ts'

/** Tells processes that share a store of work in it, in the moment it is there. Any hint may be lost, and nothing depends on one. */
export interface WorkHints extends AsyncDisposable {
  /** There may be something to do. Call once the store has it. */
  tell(hub: string, work: Work): void
  /** Call when there may be something to do: it was told, or something may have been missed. */
  listen(hub: string, work: Work, then: Wake): Disposable
  /** Whether what others tell is heard here, as far as anybody knows. Without others whom it could reach, no. */
  areHeard(): boolean
  /** Resolves once a server of the bus has what was told, or after `ms`. */
  sent(ms: number): Promise<void>
}

/** How long leaving may take while the server says nothing. */
const LEAVING_MS = 300

/** @param deps.clock That of the machine: a test moves no wait of it. */
export function createWorkHints({ bus, clock }: { bus: Bus; clock: Clock }): WorkHints {
  const id = newId()
  const telling = createTelling({ bus, clock, id })
  const hearing = createHearing({ bus, clock, id })
  const reached: (() => void)[] = []
  let reachedSince: EpochMs | null = null
  let wereHeard = false
  let cancel = () => {}

  const areHeard = () => reachedSince !== null && bus.reachesOthers() && hearing.isWhole(reachedSince)
  const beat = () => {
    cancel()
    hearing.forgetGone()
    telling.beat()
    const are = areHeard()
    if (wereHeard && !are) hearing.wakeAll()
    wereHeard = are
    cancel = clock.after(BEAT_MS, beat)
  }
  const parts = new DisposableStack()
  parts.use(bus.subscribe(BEATS, hearing.hearBeat))
  parts.use(
    // Within one process nobody has to say that they are there.
    bus.onReach(() => {
      reachedSince = bus.reachesOthers() ? clock.now() : null
      hearing.wakeAll()
      beat()
      if (reachedSince !== null) for (const then of reached.splice(0)) then()
    }),
  )
  parts.defer(() => cancel())
  const echo = (ms: number) => bus.ask(echoSubject(id), '', ms)

  return {
    tell: telling.tell,
    listen: hearing.listen,
    areHeard,
    async sent(ms) {
      if (!telling.hasTold()) return
      const until = clock.now() + ms
      if (!bus.reachesOthers()) {
        const { promise, resolve } = Promise.withResolvers<void>()
        reached.push(resolve)
        const stop = clock.after(ms, resolve)
        await promise
        stop()
      }
      await echo(Math.max(1, until - clock.now()))
    },
    async [Symbol.asyncDispose]() {
      parts.dispose()
      if (!bus.reachesOthers()) return
      telling.leave()
      await echo(LEAVING_MS)
    },
  }
}
