import type { Tool } from '#core/agent/tools/tool.ts'
import { isForLater, TurnRefused } from '#core/agent/turn/turn-refused.ts'
import type { Agent, ChatFiles } from '#core/agent/turn/turn.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { ModelChoice } from '#ground/hub/model-choice.ts'
import type { TurnEvent } from '#ground/turn/schema.ts'
import { RunPaused, type WorkRun, type ToolUse } from '#features/work/runs/run.ts'
import { askedIn, continuedMessages, waitFor, type RunQuestions } from '#features/work/runs/run-questions.ts'
import { done, failed, type WorkEnd } from './work-end.ts'

export interface AgentStepDeps {
  agent: Pick<Agent, 'runTurn'>
  openChat(run: WorkRun, caller: Caller): Promise<{ chatId: string; files: ChatFiles }>
  toolsOf(run: WorkRun): readonly Tool[]
  finishTool(onFinish: (finished: FinishedStep) => void): Tool
  questions: RunQuestions
}

export interface FinishedStep {
  status: 'done' | 'blocked'
  summary: string
}

export interface AgentStep {
  /** Unique in the run, also in nested workflows. */
  id: string
  prompt: string
  model: ModelChoice | null
  tools: readonly string[] | null
  isOutputUsed: boolean
  run: WorkRun
  timeZone: string | undefined
  signal: AbortSignal
  traceparent: string
  output(text: string): void
}

export async function runAgentStep(deps: AgentStepDeps, step: AgentStep): Promise<WorkEnd> {
  const { id, prompt, model, tools, isOutputUsed, run, timeZone, signal, traceparent, output } = step
  const caller = callerOf(run)
  const chat = await deps.openChat(run, caller)
  const used = new Map<string, ToolUse>()
  let finished: FinishedStep | null = null as FinishedStep | null
  let text = ''
  let reason = 'aborted'
  let questionId: string | null = null as string | null
  const continued = await continuedMessages(deps.questions, run, id)
  const note = (event: TurnEvent) => {
    questionId ??= askedIn(event)
    if (event.type === 'text') {
      text += event.text
      output(event.text)
    } else if (event.type === 'tool' && event.state !== 'running') {
      if (!event.asked) count(used, event.name, event.state === 'failed')
      output(`\n[${event.title}${event.error ? `: ${event.error}` : ''}]\n`)
    } else if (event.type === 'finish') reason = event.reason
  }
  const turn = {
    ...chat,
    caller,
    messages: [{ role: 'user', parts: [{ type: 'text', text: prompt }] } as const, ...continued],
    continued: continued.length,
    continuesLater: run.runAs !== null,
    runStep: id,
    overrides: model === null ? {} : { model },
    addedTools: tools ?? [],
    extraTools: [...deps.toolsOf(run), deps.finishTool((how) => (finished = how))],
    runId: run.id,
    timeZone,
    traceparent,
  }
  try {
    for await (const event of deps.agent.runTurn(turn, signal)) note(event)
  } catch (error) {
    if (signal.aborted || !(error instanceof TurnRefused)) throw error
    if (finished === null) return refusedEnd(error, text, used)
  }
  signal.throwIfAborted()
  output('\n')
  if (questionId !== null) throw waitFor(run, questionId)
  const toolUses = [...used.values()]
  const answer = finished?.summary || text
  if (finished?.status === 'blocked')
    return failed('The agent reported that the step can’t be done.', { output: answer, tools: toolUses })
  const isEmpty = answer.trim() === ''
  if (isEmpty && isOutputUsed && (finished || reason === 'stop'))
    return failed(`${EMPTY_ANSWER} Another step needs this output.`, { tools: toolUses })
  if (isEmpty && !finished && reason === 'stop' && toolUses.length === 0)
    return failed(`${EMPTY_ANSWER} No tool was called.`)
  if (finished || reason === 'stop') return done(answer, toolUses)
  return failed(`The agent stopped before the end (${reason}).`, { output: answer, tools: toolUses })
}

const EMPTY_ANSWER = 'The model returned an empty answer.'

const refusedEnd = (error: TurnRefused, output: string, used: ReadonlyMap<string, ToolUse>): WorkEnd => ({
  ...failed(error.message, { output, tools: [...used.values()] }),
  isForLater: isForLater(error),
  ...(error.needs && { paused: new RunPaused(error.message, error.needs) }),
})

const count = (used: Map<string, ToolUse>, name: string, isFailed: boolean) => {
  const { calls, failed: failures } = used.get(name) ?? { calls: 0, failed: 0 }
  used.set(name, { name, calls: calls + 1, failed: failures + (isFailed ? 1 : 0) })
}

/**
 * The surface decides which tools are restricted. A run that a person started counts as `schedule`, too, because this
 * person does not follow the run in a chat.
 */
export const callerOf = ({ runAs, trigger }: WorkRun): Caller => ({
  email: runAs,
  surface: trigger === 'webhook' ? 'webhook' : 'schedule',
  groups: [],
})
