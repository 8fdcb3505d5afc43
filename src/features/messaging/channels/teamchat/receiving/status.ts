import type { Clock } from '#ground/base/clock.ts'
import type { SocketState } from '../../../channel.ts'

export interface StatusDeps {
  clock: Pick<Clock, 'now'>
  lastHeardAtMs: number | null
  report(state: SocketState): void
}

export interface Status {
  set(change: Partial<Pick<SocketState, 'state' | 'foreign'>>): void
  /** Null clears the problem. */
  problem(of: Respect, line: string | null): void
  heard(): void
  readonly foreign: number
}

/** Pages display the problem of the first aspect that has one. */
const RESPECTS = ['connection', 'delivery', 'history'] as const
type Respect = (typeof RESPECTS)[number]

/** Minimum interval between reports of received data. */
const HEARD_EVERY_MS = 30_000

export function createStatus({ clock, lastHeardAtMs, report }: StatusDeps): Status {
  const problems: Partial<Record<Respect, string | null>> = {}
  let now: SocketState = { state: 'connecting', foreign: 0, lastHeardAtMs, problem: null }
  let toldAtMs = Number.NEGATIVE_INFINITY

  const notify = () => {
    toldAtMs = clock.now()
    report({ ...now })
  }
  const change = (more: Partial<SocketState>) => {
    const next = { ...now, ...more }
    next.problem = RESPECTS.map((respect) => problems[respect]).find(Boolean) ?? foreignProblem(next.foreign)
    const isNew = next.state !== now.state || next.foreign !== now.foreign || next.problem !== now.problem
    now = next
    if (isNew) notify()
  }
  notify()
  return {
    set: change,
    problem(of, line) {
      problems[of] = line
      change({})
    },
    heard() {
      now.lastHeardAtMs = clock.now()
      if (now.lastHeardAtMs - toldAtMs >= HEARD_EVERY_MS) notify()
    },
    get foreign() {
      return now.foreign
    },
  }
}

const foreignProblem = (foreign: number): string | null =>
  foreign === 0
    ? null
    : `${foreign} other ${foreign === 1 ? 'connection' : 'connections'} of the same app take messages away; stop the other program, or give it an app of its own`
