import { systemClock } from '#ground/base/clock.ts'
import type { PostgresConnection } from './connection.ts'
import type { Choice } from './primary.ts'

/** A statement that takes longer triggers a probe. */
const PROBE_AFTER_MS = 2000
/** Above the server's statement timeout: then only the connection is lost. */
const DEADLINE_MS = 40_000

export interface Silence {
  /** Closes the connection if its server does not respond any more. */
  watch<T>(connection: PostgresConnection, work: Promise<T>): Promise<T>
}

/**
 * Distinguishes a slow server from a lost server, which TCP detects only after 15 minutes. If a probe connection
 * fails while a statement waits, the server counts as lost. The statement fails as if the server had closed the
 * connection. It is not repeated, because it may have been executed.
 *
 * @param isThere True if the server accepts a connection.
 * @param hasDeadline True if the server ends long statements. False during migrations.
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
