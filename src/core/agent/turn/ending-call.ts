import type { Toolbox } from '#core/agent/tools/toolbox.ts'

export interface EndingCallWatch {
  begin(name: string): void
  end(name: string, outcome: { failed: boolean }): void
  isEndPending(): boolean
  isOver(): boolean
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
