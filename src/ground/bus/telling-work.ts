import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { fits, type Bus } from './bus.ts'
import { BEATS, workSubject, type Beat, type Work, type WorkHint } from './work-messages.ts'

/** A line that is open and dead is known as such by then, so that what it took is said again. */
const REPEATED_MS = 10_000

/** The side of a process that says what there is to do. */
export function createTelling({
  bus,
  clock,
  id,
}: {
  bus: Pick<Bus, 'publish' | 'reachesOthers'>
  clock: Pick<Clock, 'now'>
  id: string
}) {
  const numbers = new Map<string, number>()
  /** When something was told about a Hub of which not everybody may know. */
  const recent = new Map<string, EpochMs>()
  const say = (beat: Beat) => bus.publish(BEATS, JSON.stringify(beat))

  return {
    tell(hub: string, work: Work): void {
      const n = (numbers.get(hub) ?? 0) + 1
      numbers.set(hub, n)
      recent.set(hub, clock.now())
      bus.publish(workSubject(hub), JSON.stringify({ from: id, n, of: work } satisfies WorkHint))
    },
    hasTold: () => numbers.size > 0,
    /** Say that this process is there, and what it told last: who has missed it learns so. */
    beat(): void {
      if (!bus.reachesOthers()) return
      const told = Object.fromEntries([...recent.keys()].map((hub) => [hub, numbers.get(hub)!]))
      say({ from: id, is: 'there', told: fits(JSON.stringify({ told, id })) ? told : null })
      const until = clock.now() - REPEATED_MS
      for (const [hub, at] of recent) if (at < until) recent.delete(hub)
    },
    leave: () => say({ from: id, is: 'leaving' }),
  }
}
