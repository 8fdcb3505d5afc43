import type { Clock } from '#ground/base/clock.ts'

/** Lines passed on in one window; the rest is dropped. */
const MAX_PASSED_ON = 20
const WINDOW_MS = 10_000

/** Last lines that are kept as the reason of an end. A traceback ends in its least useful line. */
const MAX_LAST = 3
const LAST_WITHIN_MS = 1_000

/** Reads what a program writes beside its messages. */
export interface Said {
  hear(line: string): void
  /** The program sent a message, so it was working still: earlier lines do not belong to its end. */
  noteMessage(): void
  /** The last lines, as far as they were written together and after the last message; otherwise the last line. */
  last(): string
}

/** Pass on what a program writes, as long as it isn't too much. */
export function createSaid({ clock, onSaid }: { clock: Clock; onSaid(line: string): void }): Said {
  let last: { line: string; at: number; isAfterMessage: boolean }[] = []
  let since = clock.now()
  let heard = 0
  return {
    hear(line) {
      if (line.trim() === '') return
      const at = clock.now()
      const together = last.filter((one) => one.isAfterMessage && at - one.at < LAST_WITHIN_MS)
      last = [...together, { line, at, isAfterMessage: true }].slice(-MAX_LAST)
      if (at - since >= WINDOW_MS) [since, heard] = [at, 0]
      if (++heard <= MAX_PASSED_ON) onSaid(line)
    },
    noteMessage() {
      last = last.slice(-1).map((one) => ({ ...one, isAfterMessage: false }))
    },
    last: () => last.map(({ line }) => (last.length > 1 ? line.trim() : line)).join('; '),
  }
}
