import type { Toolbox } from '#core/agent/tools/toolbox.ts'

/** Watches for the call that ends a turn, such as `finish` of a task: later calls do not run. */
export interface EndingCallWatch {
  /** A call has begun. Until its result is known, later calls must wait. */
  begin(name: string): void
  end(name: string, outcome: { failed: boolean }): void
  /** Whether a call that may end the turn is under way. */
  isNear(): boolean
  isOver(): boolean
  /** Why a call does not run any more, in one line for the model; null while it may. */
  refusal(): string | null
}

/** Created for each turn. */
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
    isNear: () => near > 0,
    isOver: () => isOver,
    refusal: () => (isOver ? 'Nothing runs any more: the work was ended before this call.' : null),
  }
}
