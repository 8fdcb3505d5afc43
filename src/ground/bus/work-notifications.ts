import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Bus } from './bus.ts'
import { readAs } from './read-message.ts'
import { createLiveSenders } from './live-senders.ts'
import { WORK_HEARTBEAT_MS, nobodySubject, WorkMessage, workSubject, type WorkKind } from './work-messages.ts'

/** Notifications of new work of one Hub. They may be lost, and correctness never depends on them. */
export interface WorkNotifications extends AsyncDisposable {
  /** Call it after the commit. */
  notify(work: WorkKind): void
  /** Also called when notifications may have been lost. @param then.isOurs True if this object sent it. */
  listen(work: WorkKind, then: (isOurs: boolean) => void): Disposable
  /** True if notifications of other processes probably arrive. */
  areHeard(): boolean
  /** Resolves when a bus server has received the sent messages, at the latest after `ms`. */
  sent(ms: number): Promise<void>
}

export interface WorkNotificationsDeps {
  bus: Bus
  /** The real clock, also in tests. */
  clock: Clock
  hub: string
}

/** Maximum wait for the server's confirmation on disposal. */
const LEAVING_MS = 300

export function openWorkNotifications({ bus, clock, hub }: WorkNotificationsDeps): WorkNotifications {
  const id = newId()
  const subject = workSubject(hub)
  const wakes = new Map<WorkKind, Set<(isOurs: boolean) => void>>()
  const tellers = createLiveSenders(clock)
  const reached: (() => void)[] = []
  let n = 0
  let reachedSince: EpochMs | null = null
  let wereHeard = false
  let cancel = () => {}

  const say = (message: WorkMessage) => bus.publish(subject, JSON.stringify(message))
  const wake = (work: WorkKind, isOurs: boolean) => {
    for (const then of wakes.get(work) ?? []) then(isOurs)
  }
  const wakeAll = () => {
    for (const work of wakes.keys()) wake(work, false)
  }
  const hear = (text: string) => {
    const message = readAs(WorkMessage, text)
    if (!message) return
    const isOurs = message.from === id
    if (!isOurs && tellers.note(message)) wakeAll()
    else if (message.is === 'hint') wake(message.of, isOurs)
  }
  const areHeard = () =>
    reachedSince !== null && bus.reachesOthers() && !bus.isRefused() && tellers.areAllThere(reachedSince)
  const beat = () => {
    cancel()
    tellers.forgetGone()
    if (bus.reachesOthers()) say({ from: id, is: 'there', n })
    const are = areHeard()
    if (wereHeard && !are) wakeAll()
    wereHeard = are
    cancel = clock.after(WORK_HEARTBEAT_MS, beat)
  }
  const onReach = () => {
    reachedSince = bus.reachesOthers() ? clock.now() : null
    wakeAll()
    beat()
    if (reachedSince !== null) for (const then of reached.splice(0)) then()
  }
  const parts = new DisposableStack()
  parts.use(bus.subscribe(subject, hear))
  parts.use(bus.onReach(onReach))
  parts.defer(() => cancel())
  if (bus.reachesOthers()) onReach() // without other processes, no presence message is needed
  const echo = (ms: number) => bus.ask(nobodySubject(hub), '', ms)

  return {
    notify: (work) => say({ from: id, is: 'hint', n: ++n, of: work }),
    listen(work, then) {
      const own = (isOurs: boolean) => then(isOurs) // a new function, because `then` may be registered twice
      const all = wakes.get(work) ?? new Set()
      wakes.set(work, all.add(own))
      return { [Symbol.dispose]: () => void all.delete(own) }
    },
    areHeard,
    async sent(ms) {
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
      say({ from: id, is: 'leaving' })
      await echo(LEAVING_MS)
    },
  }
}
