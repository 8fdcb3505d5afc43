import {
  withoutQuestion,
  type FinishEvent,
  type ToolCall,
  type ToolEvent,
  type TurnEvent,
} from '#ground/turn/schema.ts'

export type Transcript = ReturnType<typeof createTranscript>

export function createTranscript() {
  const texts: string[] = []
  const reasonings: string[] = []
  const tools = new Map<string, ToolEvent>()
  let clientCalls: readonly ToolCall[] = []
  let finish: FinishEvent | null = null
  return {
    get text(): string {
      return texts.join('')
    },
    get reasoning(): string {
      return reasonings.join('')
    },
    get tools(): readonly ToolEvent[] {
      return [...tools.values()]
    },
    get clientCalls(): readonly ToolCall[] {
      return clientCalls
    },
    get finish(): FinishEvent | null {
      return finish
    },
    /** True once a retry might repeat the agent's actions. */
    get hasBegun(): boolean {
      return texts.length > 0 || reasonings.length > 0 || tools.size > 0 || finish !== null
    },
    add(event: TurnEvent): void {
      if (event.type === 'text') texts.push(event.text)
      else if (event.type === 'reasoning') reasonings.push(event.text)
      else if (event.type === 'tool') tools.set(event.id, withoutQuestion(event))
      else if (event.type === 'client-calls') clientCalls = event.calls
      else if (event.type === 'finish') finish = event
    },
  }
}
