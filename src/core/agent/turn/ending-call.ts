import type { Toolbox } from '#core/agent/tools/toolbox.ts'
import type { ToolCall } from '#ground/turn/schema.ts'
import type { ToolCallOutcome } from './call.ts'

export interface EndingCallWatch {
  begin(name: string): void
  end(call: Pick<ToolCall, 'id' | 'name'>, outcome: Pick<ToolCallOutcome, 'failed' | 'card'>): void
  isEndPending(): boolean
  isOver(): boolean
  refusal(): string | null
  /** The call that waits for the person's answer. */
  waitingCall(): WaitingCall | null
}

export interface WaitingCall {
  callId: string
  /** Id of the change request that holds the question. */
  requestId: string
}

export function createEnding(toolbox: Pick<Toolbox, 'get'>): EndingCallWatch {
  let near = 0
  let isOver = false
  let waiting: WaitingCall | null = null
  const ends = (name: string) => toolbox.get(name)?.endsTurn === true
  return {
    begin(name) {
      if (ends(name)) near++
    },
    end({ id, name }, { failed, card }) {
      if (!ends(name)) return
      near--
      isOver ||= !failed
      if (card?.change && toolbox.get(name)?.waitsForPerson)
        waiting = { callId: id, requestId: card.change.id }
    },
    isEndPending: () => near > 0,
    isOver: () => isOver,
    waitingCall: () => waiting,
    refusal: () => (isOver ? 'Nothing runs any more: the work was ended before this call.' : null),
  }
}
