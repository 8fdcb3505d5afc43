import type { ToolCallOutcome } from '#core/agent/turn/call.ts'
import type { DirectCall } from '#core/agent/turn/direct-call.ts'
import type { WorkRun } from '#features/work/runs/run.ts'
import { callerOf, type AgentStepDeps } from './agent-step.ts'
import { done, failed, type WorkEnd } from './work-end.ts'

export interface ToolStepDeps extends Pick<AgentStepDeps, 'openChat'> {
  callTool: DirectCall
}

export interface ToolStep {
  tool: string
  args: unknown
  run: WorkRun
  signal: AbortSignal
  traceparent: string
  output(text: string): void
}

/** The call is checked and recorded like a call of the agent. */
export async function runToolStep(deps: ToolStepDeps, step: ToolStep): Promise<WorkEnd> {
  const { tool, args, run, signal, traceparent, output } = step
  const caller = callerOf(run)
  const chat = await deps.openChat(run, caller)
  const outcome: ToolCallOutcome = await deps.callTool(
    { tool, input: args },
    { ...chat, caller, runId: run.id, traceparent },
    signal,
  )
  signal.throwIfAborted()
  output(`${outcome.text}\n`)
  const tools = [{ name: tool, calls: 1, failed: outcome.failed ? 1 : 0 }]
  // The error text of a tool is stored as output, which only the run's account sees.
  return outcome.failed
    ? failed(`The tool ${tool} failed.`, { output: outcome.text, tools })
    : done(outcome.text, tools)
}
