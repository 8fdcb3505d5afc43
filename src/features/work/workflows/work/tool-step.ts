import type { ToolCallOutcome } from '#core/agent/turn/call.ts'
import type { DirectCall } from '#core/agent/turn/direct-call.ts'
import type { WorkRun } from '#features/work/runs/run.ts'
import { ASK_PERSON, waitFor, type RunQuestions } from '#features/work/runs/run-questions.ts'
import { callerOf, type AgentStepDeps } from './agent-step.ts'
import { done, failed, type WorkEnd } from './work-end.ts'

export interface ToolStepDeps extends Pick<AgentStepDeps, 'openChat' | 'questions'> {
  callTool: DirectCall
}

export interface ToolStep {
  /** Unique in the run, also in nested workflows. */
  id: string
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
  if (tool === ASK_PERSON) return askStep(deps, step, { caller, chatId: chat.chatId, runId: run.id })
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

/** @throws RunPaused until the account of the run has answered */
async function askStep(
  { questions }: Pick<ToolStepDeps, 'questions'>,
  { id, args, run, output }: ToolStep,
  asking: Parameters<RunQuestions['ask']>[0],
): Promise<WorkEnd> {
  const asked = await questions.findOfStep(run, id)
  if (asked?.isOpen) throw waitFor(run, asked.id)
  if (asked?.end) {
    output(`${asked.end.text}\n`)
    return asked.end.isAnswered ? done(asked.end.text) : failed(asked.end.text)
  }
  const question = await questions.ask(asking, id, args)
  if (!question.ok) return failed(question.refusal)
  throw waitFor(run, question.value)
}
