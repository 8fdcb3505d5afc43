import type { Clock } from '#ground/base/clock.ts'
import type { CallerChat } from '#core/chats/chats.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { BridgeEvents } from '../log-events.ts'
import type { AnswerEnd } from './answer.ts'
import { turnFailure } from './failure.ts'
import type { Transcript } from './transcript.ts'

export function turnRecorder(
  { clock, events }: { clock: Clock; events: BridgeEvents },
  facts: { id: string; requestId: string; chat: CallerChat; caller: Caller; prompt: string },
) {
  const startedAt = clock.now()
  const { id, requestId, chat, caller, prompt } = facts

  const storeTurn = async (transcript: Transcript, outcome: string): Promise<Error | null> => {
    try {
      await chat.recordTurn({
        id,
        at: new Date(startedAt).toISOString(),
        email: caller.email,
        surface: caller.surface,
        prompt,
        answer: transcript.text,
        tools: transcript.tools.map(({ name, state, ms, error }) => ({ name, state, ms, error })),
        model: transcript.finish?.model ?? null,
        usage: transcript.finish?.usage ?? null,
        outcome,
      })
      return null
    } catch (error) {
      events.historyFailed({ requestId, chatId: chat.id, error })
      return error as Error
    }
  }

  return async (transcript: Transcript, ending: AnswerEnd): Promise<void> => {
    const outcome = ending.how === 'finished' ? transcript.finish!.reason : ending.how
    const logged = {
      requestId,
      chatId: chat.id,
      surface: caller.surface,
      ms: Math.round(clock.now() - startedAt),
    }
    const usage = transcript.finish?.usage ?? null
    const failure = await storeTurn(transcript, outcome)
    if (ending.how === 'failed')
      events.completionFailed({
        ...logged,
        code: turnFailure(ending.error, requestId).code,
        error: ending.error,
      })
    else if (ending.how === 'aborted') events.completionAborted(logged)
    else if (!failure)
      events.completionFinished({
        ...logged,
        outcome,
        inputTokens: usage!.input,
        outputTokens: usage!.output,
      })
    if (failure && ending.how === 'finished') throw failure
  }
}
