import type { Toolbox } from '#core/agent/tools/toolbox.ts'

/** Detects the call that ends a turn, such as `finish` of a task. Later calls do not run. */
export interface EndingCallWatch {
  /** Call it when a call starts. Until its result is known, later calls must wait. */
  begin(name: string): void
  end(name: string, outcome: { failed: boolean }): void
  /** Whether a call that may end the turn is running. */
  isEndPending(): boolean
  isOver(): boolean
  /** Why further calls do not run, in one line for the model; null if they may. */
  refusal(): string | null
}

export function createEnding(toolbox: Pick<Toolbox, 'get'>): EndingCallWatch {
  let near = 0
  let isOver = false
  const ends = (name: string) => toolbox.get(name)?.endsTurn === true
  return {
    begin(name) {
      if (ends(name)) near++
    },
    end(name, { failed }) {
      if (!ends(name)) return
      near--
      isOver ||= !failed
    },
    isEndPending: () => near > 0,
    isOver: () => isOver,
    refusal: () => (isOver ? 'Nothing runs any more: the work was ended before this call.' : null),
  }
}
