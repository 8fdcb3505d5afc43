import {
  withoutQuestion,
  type FinishEvent,
  type ToolCall,
  type ToolEvent,
  type TurnEvent,
} from '#ground/turn/schema.ts'

export interface Transcript {
  readonly text: string
  readonly reasoning: string
  readonly tools: readonly ToolEvent[]
  readonly clientCalls: readonly ToolCall[]
  readonly finish: FinishEvent | null
  /** Whether a repeated request would repeat actions. */
  readonly hasBegun: boolean
  add(event: TurnEvent): void
}

export function createTranscript(): Transcript {
  const texts: string[] = []
  const reasonings: string[] = []
  const tools = new Map<string, ToolEvent>()
  let clientCalls: readonly ToolCall[] = []
  let finish: Transcript['finish'] = null
  return {
    get text() {
      return texts.join('')
    },
    get reasoning() {
      return reasonings.join('')
    },
    get tools() {
      return [...tools.values()]
    },
    get clientCalls() {
      return clientCalls
    },
    get finish() {
      return finish
    },
    get hasBegun() {
      return texts.length > 0 || reasonings.length > 0 || tools.size > 0 || finish !== null
    },
    add(event) {
      if (event.type === 'text') texts.push(event.text)
      else if (event.type === 'reasoning') reasonings.push(event.text)
      else if (event.type === 'tool') tools.set(event.id, withoutQuestion(event))
      else if (event.type === 'client-calls') clientCalls = event.calls
      else if (event.type === 'finish') finish = event
    },
  }
}
