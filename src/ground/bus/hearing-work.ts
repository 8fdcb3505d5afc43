import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Bus } from './bus.ts'
import { readAs } from './feed-messages.ts'
import { Beat, BEAT_MS, WorkHint, workSubject, type Work } from './work-messages.ts'

/** A process of which nothing is heard for so long may be telling what is not heard. */
const MISSING_MS = 2 * BEAT_MS + 500
/** And for so long, it is gone: by then what it held under leases is free. */
const GONE_MS = 60_000

/** @param isOurs Whether this process said so itself. */
export type Wake = (isOurs: boolean) => void

interface HubListeners {
  readonly wakes: Map<Work, Set<Wake>>
  /** The last number of each process about the Hub. */
  readonly numbers: Map<string, number>
  readonly subscription: Disposable
}

/** The side of a process that hears what there is to do, and notices when it may have missed something. */
export function createHearing({
  bus,
  clock,
  id,
}: {
  bus: Pick<Bus, 'subscribe'>
  clock: Pick<Clock, 'now'>
  id: string
}) {
  const hubs = new Map<string, HubListeners>()
  /** When each of the others was heard of last. */
  const heardAt = new Map<string, EpochMs>()

  const wake = ({ wakes }: HubListeners, work: Work, isOurs = false) => {
    for (const then of [...(wakes.get(work) ?? [])]) then(isOurs)
  }
  const wakeAllOf = (hub: HubListeners) => {
    for (const work of [...hub.wakes.keys()]) wake(hub, work)
  }
  const wakeAll = () => {
    for (const hub of [...hubs.values()]) wakeAllOf(hub)
  }
  /** @returns Whether nothing was missed before. */
  const isNext = ({ numbers }: HubListeners, from: string, n: number): boolean => {
    const last = numbers.get(from) ?? n - 1
    numbers.set(from, Math.max(n, last))
    return n <= last + 1
  }
  const hear = (slug: string, text: string) => {
    const hint = readAs(WorkHint, text)
    const hub = hubs.get(slug)
    if (!hint || !hub) return
    if (hint.from === id) wake(hub, hint.of, true)
    else if (isNext(hub, hint.from, hint.n)) wake(hub, hint.of)
    else wakeAllOf(hub)
  }
  const listenersOf = (slug: string): HubListeners => {
    const known = hubs.get(slug)
    if (known) return known
    const subscription = bus.subscribe(workSubject(slug), (text) => hear(slug, text))
    const made = { wakes: new Map<Work, Set<Wake>>(), numbers: new Map<string, number>(), subscription }
    hubs.set(slug, made)
    return made
  }

  return {
    wakeAll,
    listen(slug: string, work: Work, then: Wake): Disposable {
      const hub = listenersOf(slug)
      const own: Wake = (isOurs) => then(isOurs) // the same function may listen twice
      const all = hub.wakes.get(work) ?? new Set()
      hub.wakes.set(work, all.add(own))
      return {
        [Symbol.dispose]() {
          all.delete(own)
          if (all.size === 0) hub.wakes.delete(work)
          if (hub.wakes.size > 0 || hubs.get(slug) !== hub) return
          hubs.delete(slug)
          hub.subscription[Symbol.dispose]()
        },
      }
    },
    hearBeat(text: string): void {
      const beat = readAs(Beat, text)
      if (!beat || beat.from === id) return
      if (beat.is === 'leaving') return void heardAt.delete(beat.from)
      heardAt.set(beat.from, clock.now())
      if (beat.told === null) return wakeAll()
      for (const [slug, n] of Object.entries(beat.told)) {
        const hub = hubs.get(slug)
        if (!hub || (hub.numbers.get(beat.from) ?? 0) >= n) continue
        hub.numbers.set(beat.from, n)
        wakeAllOf(hub)
      }
    },
    forgetGone(): void {
      const now = clock.now()
      for (const [from, at] of heardAt) {
        if (now - at < GONE_MS) continue
        heardAt.delete(from)
        for (const { numbers } of hubs.values()) numbers.delete(from)
      }
    },
    /** Whether every process that was heard of since, and has not left, still is. */
    isWhole(since: EpochMs): boolean {
      const now = clock.now()
      return now - since >= MISSING_MS && [...heardAt.values()].every((at) => now - at < MISSING_MS)
    },
  }
}
