import { systemClock } from '#ground/base/clock.ts'
import type { PostgresConnection } from './connection.ts'
import type { Choice } from './primary.ts'

const PROBE_AFTER_MS = 2000
/** A wait above the server's statement timeout shows that only the connection is lost. */
const DEADLINE_MS = 40_000

export interface Silence {
  watch<T>(connection: PostgresConnection, work: Promise<T>): Promise<T>
}

/**
 * TCP detects a lost server only after 15 minutes. If a probe connection fails while a statement waits, the server
 * counts as lost. The statement fails and is not repeated, because it may have been executed.
 *
 * @param hasDeadline True if the server ends long statements.
 */
export function createSilence({
  isThere,
  hasDeadline,
}: {
  isThere(choice: Choice): Promise<boolean>
  hasDeadline(): boolean
}): Silence {
  let asked: { choice: Choice; answer: Promise<boolean> } | null = null
  const askOnce = (choice: Choice): Promise<boolean> => {
    if (asked?.choice === choice) return asked.answer
    const mine = { choice, answer: isThere(choice).finally(() => asked === mine && (asked = null)) }
    asked = mine
    return mine.answer
  }
  return {
    async watch(connection, work) {
      const begun = performance.now()
      let isOver = false
      const look = async () => {
        const isLate = hasDeadline() && performance.now() - begun > DEADLINE_MS
        const isLost = isLate || !(await askOnce(connection.choice))
        if (isOver) return
        if (isLost) return connection.drop()
        cancel = systemClock.after(PROBE_AFTER_MS, () => void look())
      }
      let cancel = systemClock.after(PROBE_AFTER_MS, () => void look())
      try {
        return await work
      } finally {
        isOver = true
        cancel()
      }
    },
  }
}
