import type { ToolResult } from '#core/agent/model/model.ts'
import type { ToolProgress } from '#core/agent/tools/tool.ts'
import type { ToolCall, TurnEvent } from '#ground/turn/schema.ts'
import { howItEnded, runCall, type ToolCallDeps as OneCallDeps } from './call.ts'
import type { EndingCallWatch } from './ending-call.ts'
import type { IdenticalCalls } from './identical-calls.ts'
import { createProgressTitle } from './progress-title.ts'
import { tracedCall } from './tracing.ts'
import type { AgentTurn } from './turn.ts'
import type { InsideTurn } from './turn-tool.ts'

export interface RunCallsDeps extends OneCallDeps {
  limits: { toolTimeoutMs: number; parallelTools: number }
}

export interface Calling extends Omit<InsideTurn, 'emit' | 'turn'> {
  eventId(callId: string): string
  repeats: IdenticalCalls
  ending: EndingCallWatch
}

/**
 * After a call that may end the turn, the next calls wait for its result. When `signal` aborts, running calls are
 * abandoned.
 */
export async function* runCalls(
  deps: RunCallsDeps,
  turn: AgentTurn,
  calls: readonly ToolCall[],
  { eventId, repeats, ending, ...inside }: Calling,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, ToolResult[]> {
  const events: TurnEvent[] = []
  const results: ToolResult[] = []
  let wake = () => {}
  let next = 0
  let running = 0

  const emit = (event: TurnEvent) => {
    events.push(event)
    wake()
  }

  const runOne = async (index: number) => {
    const call = calls[index]!
    const startedAt = deps.clock.now()
    const about = { type: 'tool', id: eventId(call.id), name: call.name } as const
    const show = (title: string) => emit({ ...about, state: 'running', title })
    const progress = createProgressTitle(deps.clock, show)
    const started = (title: string) => {
      progress.begin(title)
      show(title)
    }
    const progressed = (report: ToolProgress) => {
      turn.progressed?.(report)
      progress.report(report)
    }
    const beneath: Omit<InsideTurn, 'turn'> = {
      ...inside,
      emit: (event) => emit({ ...event, id: `${about.id}/${event.id}` }),
    }
    const hindrance = ending.refusal() ?? repeats.refusalOf(call)
    ending.begin(call.name)
    const isKnown = deps.toolbox.get(call.name) !== undefined
    const outcome = await tracedCall(deps.tracing, turn, { ...call, isKnown }, (turn) =>
      runCall(deps, { ...turn, progressed }, call, signal, {
        inside: { ...beneath, turn },
        hindrance,
        started,
      }),
    )
    const { text, failed, files } = outcome
    results[index] = { id: call.id, name: call.name, text, failed, ...(files && { files }) }
    progress.end()
    const ms = deps.clock.now() - startedAt
    running--
    ending.end(call, outcome)
    emit({ ...about, ...howItEnded(call, outcome, ms) })
  }

  while (next < calls.length || running > 0) {
    const mayStart = () => running < deps.limits.parallelTools && !ending.isEndPending() && !signal.aborted
    while (next < calls.length && mayStart()) {
      running++
      void runOne(next++)
    }
    if (signal.aborted && running === 0) break
    if (events.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    yield* events.splice(0)
  }
  yield* events.splice(0)
  return results
}
