import type { Clock } from '#ground/base/clock.ts'

/** Lines passed on in one window; the rest is dropped. */
const MOST = 20
const WINDOW_MS = 10_000

/** Listens to what a program says beside its messages. */
export interface Said {
  hear(line: string): void
  /** The last line that said something. */
  last(): string
}

/** Pass on what a program says, as long as it isn't too much. */
export function createSaid({ clock, onSaid }: { clock: Clock; onSaid(line: string): void }): Said {
  let last = ''
  let since = clock.now()
  let heard = 0
  return {
    hear(line) {
      if (line.trim() === '') return
      last = line
      if (clock.now() - since >= WINDOW_MS) [since, heard] = [clock.now(), 0]
      if (++heard <= MOST) onSaid(line)
    },
    last: () => last,
  }
}
