import type { ToolResult, TurnMessage } from '#core/agent/model/model.ts'
import { withoutFiles, withoutResultFiles } from './client-tools.ts'
import type { EndingCallWatch, WaitingCall } from './ending-call.ts'
import type { AgentTurn } from './turn.ts'

/** The messages of a turn since its prompt. The turn waits for a person's answer. */
export interface SuspendedTurn {
  earlier: readonly TurnMessage[]
  answer: Extract<TurnMessage, { role: 'assistant' }>
  results: readonly ToolResult[]
}

export type KeepTurn = (
  waiting: WaitingCall,
  suspended: SuspendedTurn,
  turn: Pick<AgentTurn, 'runId' | 'runStep'>,
) => Promise<void>

interface Ended {
  messages: readonly TurnMessage[]
  /** Number of messages at the start of the turn. */
  initialCount: number
  answer: Pick<SuspendedTurn['answer'], 'text' | 'toolCalls' | 'replay'>
  results: readonly ToolResult[]
}

/** Stores the turn if its last call waits for the person. */
export async function endTurn(
  { keepTurn }: { keepTurn?: KeepTurn | undefined },
  turn: AgentTurn,
  ending: Pick<EndingCallWatch, 'waitingCall'>,
  { messages, initialCount, answer, results }: Ended,
): Promise<'stop'> {
  const waiting = ending.waitingCall()
  const earlier = messages.slice(initialCount - (turn.continued ?? 0))
  if (waiting) await keepTurn?.(waiting, { earlier, answer: messageOf(answer), results }, turn)
  return 'stop'
}

export const messageOf = ({ text, toolCalls, replay }: Ended['answer']): SuspendedTurn['answer'] => ({
  role: 'assistant',
  text,
  toolCalls,
  replay,
})

/** JSON of the turn, without the bytes of files. */
export const writeSuspendedTurn = (
  { callId }: Pick<WaitingCall, 'callId'>,
  { earlier, answer, results }: SuspendedTurn,
): string =>
  JSON.stringify({
    callId,
    earlier: earlier.map(withoutResultFiles),
    answer,
    results: results.map(withoutFiles),
  })

/**
 * Continues a suspended turn: the person's answer is the result of the waiting call.
 *
 * @param messages The conversation, which ends with the turn's prompt, what the agent said, and the person's reply.
 * @param stored   From `writeSuspendedTurn`.
 * @param isWritten Whether the person wrote the reply as a message, which then follows the result.
 */
export function continueTurn(
  messages: readonly TurnMessage[],
  stored: string,
  { result, isWritten }: { result: string; isWritten: boolean },
): TurnMessage[] {
  const { callId, earlier, answer, results } = JSON.parse(stored) as SuspendedTurn & { callId: string }
  const reply = messages.at(-1)
  const before = messages.slice(0, -1)
  if (before.at(-1)?.role === 'assistant') before.pop()
  const answered = results.map((one) => (one.id === callId ? { ...one, text: result } : one))
  return [
    ...before,
    ...earlier,
    answer,
    { role: 'tool', results: answered },
    ...(isWritten && reply ? [reply] : []),
  ]
}
