import { systemClock } from '#ground/base/clock.ts'
import type { PostgresConnection } from './connection.ts'
import type { ServerChoice } from './primary.ts'

const PROBE_AFTER_MS = 2000
/** Longer than the server's statement timeout, so a statement that waits longer has lost its connection. */
const DEADLINE_MS = 40_000

export interface LivenessProbe {
  watch<T>(connection: PostgresConnection, work: Promise<T>): Promise<T>
}

/**
 * TCP detects a lost server only after 15 minutes. If a probe connection fails while a statement waits, the server
 * counts as lost. The statement fails and is not retried, because it may have been executed.
 *
 * @param hasDeadline True if the server ends long statements.
 */
export function createLivenessProbe({
  isReachable,
  hasDeadline,
}: {
  isReachable(choice: ServerChoice): Promise<boolean>
  hasDeadline(): boolean
}): LivenessProbe {
  let probe: { choice: ServerChoice; answer: Promise<boolean> } | null = null
  const probeOnce = (choice: ServerChoice): Promise<boolean> => {
    if (probe?.choice === choice) return probe.answer
    const mine = { choice, answer: isReachable(choice).finally(() => probe === mine && (probe = null)) }
    probe = mine
    return mine.answer
  }
  return {
    async watch(connection, work) {
      const begun = performance.now()
      let isDone = false
      const check = async () => {
        const isLate = hasDeadline() && performance.now() - begun > DEADLINE_MS
        const isLost = isLate || !(await probeOnce(connection.choice))
        if (isDone) return
        if (isLost) return connection.drop()
        cancel = systemClock.after(PROBE_AFTER_MS, () => void check())
      }
      let cancel = systemClock.after(PROBE_AFTER_MS, () => void check())
      try {
        return await work
      } finally {
        isDone = true
        cancel()
      }
    },
  }
}
