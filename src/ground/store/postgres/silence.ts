import { systemClock } from '#ground/base/clock.ts'
import type { Connection } from './connection.ts'
import type { Choice } from './primary.ts'

/** A statement that takes longer may be on its way to nobody. */
const LOOK_MS = 2000
/** Longer than a statement may take at the server: the connection alone is lost. */
const DEADLINE_MS = 40_000

export interface Silence {
  /** End the connection when it gets no answer any more. */
  watch<T>(connection: Connection, work: Promise<T>): Promise<T>
}

/**
 * Tell a server that works long from one that is gone without a word, which TCP would take a quarter of an hour for. A server
 * that lets nobody in any more while a statement waits is gone. What waits may have been done: it fails as it does when the
 * server ends the connection, and is not asked again here.
 *
 * @param isThere     Whether a server still lets somebody in.
 * @param hasDeadline Whether the server ends long statements itself, which those that change the schema are spared.
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
        cancel = systemClock.after(LOOK_MS, () => void look())
      }
      let cancel = systemClock.after(LOOK_MS, () => void look())
      try {
        return await work
      } finally {
        isOver = true
        cancel()
      }
    },
  }
}
