import type { TurnMessage } from '#core/agent/model/model.ts'
import type { Result } from '#ground/base/result.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { ToolEvent, TurnEvent } from '#ground/turn/schema.ts'
import { RunPaused, type WorkRun } from './run.ts'

/** Name of the tool with which an agent asks the account of the run. */
export const ASK_PERSON = 'ask_person'

/** The newest question of a step. */
export interface StepQuestion {
  id: string
  isOpen: boolean
  /** The messages since the prompt, with the answer as the result of the call. */
  messages: readonly TurnMessage[]
  /** Null while the question is open. */
  end: { isAnswered: boolean; text: string } | null
}

export interface RunQuestions {
  findOfStep(run: Pick<WorkRun, 'id' | 'runAs'>, step: string): Promise<StepQuestion | null>
  /** Asks the account of a run. Returns the id of the question. */
  ask(
    asking: { caller: Caller; chatId: string; runId: string },
    step: string,
    input: unknown,
  ): Promise<Result<string, string>>
}

/**
 * The messages with which the step’s turn continues; empty for a turn that begins.
 *
 * @throws RunPaused if the step’s question is still open
 */
export async function continuedMessages(
  questions: RunQuestions,
  run: Pick<WorkRun, 'id' | 'runAs'>,
  step: string,
): Promise<readonly TurnMessage[]> {
  const question = run.runAs === null ? null : await questions.findOfStep(run, step)
  if (question?.isOpen) throw waitFor(run, question.id)
  return question?.messages ?? []
}

export const waitFor = ({ runAs }: Pick<WorkRun, 'runAs'>, questionId: string): RunPaused =>
  new RunPaused(`Waits for an answer of ${runAs}.`, { tokens: 0, costMicroUsd: 0 }, questionId)

/** Id of the question with which the turn ended; null for other events. */
export const askedIn = (event: TurnEvent): string | null =>
  event.type === 'tool' && isAsked(event) ? (event.change?.id ?? null) : null

const isAsked = ({ name, state }: ToolEvent): boolean => name === ASK_PERSON && state === 'done'
