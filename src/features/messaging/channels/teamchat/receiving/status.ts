import type { Clock } from '#ground/base/clock.ts'
import type { SocketState } from '../../../channel.ts'

export interface StatusDeps {
  clock: Pick<Clock, 'now'>
  lastReceivedAtMs: number | null
  report(state: SocketState): void
}

export interface Status {
  set(change: Partial<Pick<SocketState, 'state' | 'foreign'>>): void
  setProblem(of: Aspect, line: string | null): void
  recordReceived(): void
  readonly foreign: number
}

const ASPECTS = ['connection', 'delivery', 'history'] as const
type Aspect = (typeof ASPECTS)[number]

const REPORT_INTERVAL_MS = 30_000

export function createStatus({ clock, lastReceivedAtMs, report }: StatusDeps): Status {
  const problems: Partial<Record<Aspect, string | null>> = {}
  let now: SocketState = { state: 'connecting', foreign: 0, lastReceivedAtMs, problem: null }
  let reportedAtMs = Number.NEGATIVE_INFINITY

  const notify = () => {
    reportedAtMs = clock.now()
    report({ ...now })
  }
  const change = (more: Partial<SocketState>) => {
    const next = { ...now, ...more }
    next.problem = ASPECTS.map((respect) => problems[respect]).find(Boolean) ?? foreignProblem(next.foreign)
    const isNew = next.state !== now.state || next.foreign !== now.foreign || next.problem !== now.problem
    now = next
    if (isNew) notify()
  }
  notify()
  return {
    set: change,
    setProblem(of, line) {
      problems[of] = line
      change({})
    },
    recordReceived() {
      now.lastReceivedAtMs = clock.now()
      if (now.lastReceivedAtMs - reportedAtMs >= REPORT_INTERVAL_MS) notify()
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
