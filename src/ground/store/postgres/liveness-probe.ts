import { systemClock } from '#ground/base/clock.ts'
import type { PostgresConnection } from './connection.ts'
import type { Choice } from './primary.ts'

/** A slower statement may have lost its server. */
const PROBE_AFTER_MS = 2000
/** Longer than a statement may take at the server: the connection alone is lost. */
const DEADLINE_MS = 40_000

export interface Silence {
  /** End the connection when it gets no answer any more. */
  watch<T>(connection: PostgresConnection, work: Promise<T>): Promise<T>
}

/**
 * Distinguishes a slow server from a server that disappeared, which TCP would detect after a quarter of an
 * hour. If a probe connection fails while a statement waits, the server counts as lost. The statement may
 * have been executed: it fails as it does when the server ends the connection, and is not repeated here.
 *
 * @param isThere Whether a server still accepts a connection.
 * @param hasDeadline Whether the server ends long statements itself, except those that change the schema.
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
