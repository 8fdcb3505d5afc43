import type { ToolCall, ToolResult } from './model/model.ts'
import { prepareCall, runPrepared, type CallDeps as OneCallDeps } from './call.ts'
import type { Turn, TurnEvent } from './turn.ts'

export interface CallDeps extends OneCallDeps {
  limits: { toolTimeoutMs: number; parallelTools: number }
}

/**
 * Run the tool calls of one answer: started in order, several at once, and answered in order. Events come as things
 * happen. When `signal` aborts, calls that are still running are abandoned.
 */
export async function* runCalls(
  deps: CallDeps,
  turn: Turn,
  calls: readonly ToolCall[],
  eventId: (callId: string) => string,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, ToolResult[]> {
  const events: TurnEvent[] = []
  const results: ToolResult[] = []
  let wake = () => {}
  let next = 0
  let running = 0

  const runOne = async (index: number) => {
    const call = calls[index]!
    const startedAt = deps.clock.now()
    const prepared = prepareCall(deps, call)
    const about = { type: 'tool', id: eventId(call.id), name: call.name } as const
    events.push({ ...about, state: 'running', title: prepared.title('running') })
    const outcome = await runPrepared(deps, turn, prepared, signal)
    results[index] = { id: call.id, name: call.name, text: outcome.text, failed: outcome.failed }
    const ms = deps.clock.now() - startedAt
    if (outcome.failed)
      events.push({ ...about, state: 'failed', title: prepared.title('failed'), ms, error: outcome.text })
    else events.push({ ...about, state: 'done', title: prepared.title('done'), ms })
    running--
    wake()
  }

  while (next < calls.length || running > 0) {
    for (; next < calls.length && running < deps.limits.parallelTools && !signal.aborted; next++) {
      running++
      void runOne(next)
    }
    if (signal.aborted && running === 0) break
    if (events.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    yield* events.splice(0)
  }
  yield* events.splice(0)
  return results
}
