import { explainFailure } from '#core/agent/turn/failure-kind.ts'
import { isForLater, TurnRefused } from '#core/agent/turn/turn-refused.ts'
import type { TurnMessage } from '#core/agent/model/model.ts'
import type { Agent, ChatFiles, AgentTurn } from '#core/agent/turn/turn.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { ToolEvent, TurnEvent } from '#ground/turn/schema.ts'
import type { StoredEvents } from '#core/inbox/inbox.ts'
import {
  RunPaused,
  type WorkRun,
  type RunContext,
  type RunEnd,
  type ToolUse,
} from '#features/work/runs/run.ts'
import {
  ASK_PERSON,
  askedIn,
  continuedMessages,
  waitFor,
  type RunQuestions,
} from '#features/work/runs/run-questions.ts'
import { zoneOf } from '#features/work/runs/definitions/zone.ts'
import { readEventTool } from './event-tool.ts'
import { finishTool, type FinishedTask } from './finish-tool.ts'
import { roundPrompt } from './prompt.ts'
import type { TaskFile } from './task-file.ts'

export interface AgentTaskDeps {
  agent: Pick<Agent, 'runTurn'>
  clock: Pick<Clock, 'sleep'>
  openChat(run: WorkRun, caller: Caller): Promise<{ chatId: string; files: ChatFiles }>
  storedEvents(inbox: string): Pick<StoredEvents, 'folderOf' | 'read'>
  questions: RunQuestions
}

export async function runAgentTask(
  deps: AgentTaskDeps,
  task: TaskFile,
  run: WorkRun,
  context: RunContext,
): Promise<RunEnd> {
  const over = new AbortController()
  const late = new AbortController()
  void deps.clock.sleep(task.timeoutMs, over.signal).then(
    () => late.abort(new Error('the time limit was reached')),
    () => {}, // the task ended in time
  )
  try {
    const { text, finished } = await runRounds(deps, task, run, context, late.signal)
    if (finished?.status === 'done') return { outcome: 'done', result: finished.summary }
    const error = late.signal.aborted
      ? `The task was stopped after ${task.timeoutMs / 1000} s.`
      : finished
        ? 'The agent reported that the task can’t be done.'
        : `The agent did not call finish within ${task.maxRounds} rounds.${isBlank(text) ? ' Its last answer was empty.' : ''}`
    return { outcome: 'incomplete', result: finished?.summary || (isBlank(text) ? null : text), error }
  } catch (error) {
    context.signal.throwIfAborted()
    if (error instanceof RunPaused) throw error
    if (error instanceof TurnRefused && error.needs) throw new RunPaused(error.message, error.needs)
    const isRefused = error instanceof TurnRefused && isForLater(error)
    return { outcome: 'error', ...explainFailure(error), isRefused }
  } finally {
    over.abort()
  }
}

const isBlank = (text: string): boolean => text.trim() === ''

async function runRounds(
  deps: AgentTaskDeps,
  task: TaskFile,
  run: WorkRun,
  context: RunContext,
  late: AbortSignal,
): Promise<{ text: string; finished: FinishedTask | null }> {
  const caller: Caller = { email: run.runAs, surface: surfaceOf(run), groups: [] }
  const { chatId, files } = await deps.openChat(run, caller)
  const inbox = run.batch && deps.storedEvents(run.batch.inbox)
  let finished: FinishedTask | null = null
  const extraTools = [
    finishTool((ending) => (finished = ending)),
    ...(inbox ? [readEventTool(run.batch!.events, (name) => inbox.read('pending', name))] : []),
  ]
  const claimed = inbox && { batch: run.batch!, folder: inbox.folderOf('pending') }
  const messages: TurnMessage[] = []
  const ask = (round: number, isAgain: boolean) => {
    const { prompt, maxRounds } = task
    const mayAsk = run.runAs !== null && (task.tools ?? []).includes(ASK_PERSON)
    const text = roundPrompt({ prompt, round, maxRounds, trigger: run.trigger, claimed, isAgain, mayAsk })
    messages.push({ role: 'user', parts: [{ type: 'text', text }] })
  }
  const answer = (text: string) => messages.push({ role: 'assistant', text, toolCalls: [] })
  let text = ''
  let round = 1
  for (; stepOf(context, round)?.state === 'done'; round++) {
    text = stepOf(context, round)!.output ?? ''
    ask(round, false)
    answer(text)
  }
  for (; round <= task.maxRounds; round++) {
    const continued = await continuedMessages(deps.questions, run, idOf(round))
    ask(round, continued.length === 0 && stepOf(context, round) !== undefined)
    const turn: AgentTurn = {
      chatId,
      caller,
      files,
      messages: [...messages, ...continued],
      continued: continued.length,
      continuesLater: run.runAs !== null,
      runStep: idOf(round),
      overrides: {
        maxTurns: task.maxTurns,
        ...(task.model === null ? {} : { model: task.model }),
      },
      addedTools: task.tools ?? [],
      extraTools,
      write: task.write,
      runId: run.id,
      timeZone: zoneOf(task.trigger),
    }
    text = await runRound(deps.agent, turn, {
      context,
      late,
      round,
      run,
      isFinished: () => finished !== null,
    })
    if (finished || late.aborted) break
    answer(text)
  }
  return { text, finished }
}

const stepOf = ({ steps }: RunContext, round: number) => steps.find(({ id }) => id === idOf(round))

const idOf = (round: number): string => `round-${round}`

async function runRound(
  agent: Pick<Agent, 'runTurn'>,
  turn: AgentTurn,
  {
    context,
    late,
    round,
    run,
    isFinished,
  }: { context: RunContext; late: AbortSignal; round: number; run: WorkRun; isFinished(): boolean },
): Promise<string> {
  const id = idOf(round)
  const tools = new Map<string, ToolUse>()
  let text = ''
  let questionId: string | null = null as string | null
  const note = (event: TurnEvent) => {
    questionId ??= askedIn(event)
    if (event.type === 'text') {
      text += event.text
      context.output(event.text, id)
    } else if (event.type === 'tool' && event.state !== 'running') {
      if (!event.asked) count(tools, event)
      context.output(`\n[${event.title}${event.error ? `: ${event.error}` : ''}]\n`, id)
    }
  }
  const attempt = (stepOf(context, round)?.attempt ?? 0) + 1
  await context.startStep({ id, title: `Round ${round}`, kind: 'agent', attempt })
  const used = () => ({ output: text, tools: [...tools.values()] })
  try {
    const traced = { ...turn, traceparent: context.traceparent(id) }
    for await (const event of agent.runTurn(traced, AbortSignal.any([context.signal, late]))) note(event)
  } catch (error) {
    const isOver = late.aborted || (isFinished() && error instanceof TurnRefused)
    if (!isOver || context.signal.aborted) {
      const isCancelled = context.signal.aborted
      const isPaused = error instanceof TurnRefused && error.needs !== null // a pause for a budget is no failure
      const why =
        isCancelled || isPaused
          ? ({ state: 'cancelled' } as const)
          : ({ state: 'failed', ...explainFailure(error) } as const)
      await context.finishStep(id, { ...used(), ...why })
      throw isCancelled ? context.signal.reason : error
    }
  }
  if (questionId !== null && !context.signal.aborted) {
    await context.finishStep(id, { ...used(), state: 'cancelled' })
    throw waitFor(run, questionId)
  }
  const isCutOff = late.aborted || context.signal.aborted
  const isEmpty = isBlank(text) && tools.size === 0 && !isFinished() && !isCutOff
  context.output(isEmpty ? '[The model returned an empty answer.]\n' : '\n', id)
  await context.finishStep(id, { ...used(), state: isCutOff ? 'cancelled' : 'done' })
  context.signal.throwIfAborted()
  return text
}

const count = (used: Map<string, ToolUse>, { name, state }: ToolEvent) => {
  const { calls, failed } = used.get(name) ?? { calls: 0, failed: 0 }
  used.set(name, { name, calls: calls + 1, failed: failed + (state === 'failed' ? 1 : 0) })
}

/** The surface decides which tools are restricted. A manual run counts as `schedule`, because no person attends it. */
const surfaceOf = ({ trigger }: WorkRun): string => (trigger === 'webhook' ? 'webhook' : 'schedule')
