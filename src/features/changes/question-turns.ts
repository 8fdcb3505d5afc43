import {
  continueTurn,
  writeSuspendedTurn,
  type KeepTurn,
} from '#core/agent/turn/suspended-turn.ts'
import type { TurnMessage } from '#core/agent/model/model.ts'
import type { Store } from '#ground/store/store.ts'
import { questionOf } from './plan.ts'
import { createChangeRequests, type ChangeRequest } from './requests.ts'
import type { CallEvents } from './log-events.ts'

export interface QuestionTurnsDeps {
  store: Pick<Store, 'db' | 'transaction'>
  hub: string
  events: Pick<CallEvents, 'turnNotKept'>
}

export interface ContinuedTurn {
  requestId: string
  email: string | null
  chatId: string
}

/** A larger turn is not stored. Its agent then gets question and answer as a message. */
const MAX_TURN_CHARS = 4 * 1024 * 1024

/** Turns that wait for an answer, by the id of their change request. */
export function createQuestionTurns({ store, hub, events }: QuestionTurnsDeps) {
  const requests = createChangeRequests({ store })

  const keep: KeepTurn = async (waiting, suspended) => {
    const { requestId: request_id } = waiting
    try {
      const turn = writeSuspendedTurn(waiting, suspended)
      if (turn.length > MAX_TURN_CHARS) throw new Error('the turn is too large')
      await store.db
        .insertInto('question_turns')
        .values({ request_id, turn })
        .onConflict((conflict) => conflict.column('request_id').doUpdateSet({ turn }))
        .execute()
    } catch (error) {
      events.turnNotKept({ request: request_id, reason: String(error) })
    }
  }

  return {
    keep,
    /** The conversation with the answer as the result of its call; unchanged if the turn was not stored. */
    async continued(
      { requestId, email, chatId }: ContinuedTurn,
      messages: readonly TurnMessage[],
    ): Promise<TurnMessage[]> {
      const request = email === null ? null : await requests.find(requestId, email)
      const question = request && questionOf(request.operations)
      if (!question || request.hub !== hub || question.chat_id !== chatId) return [...messages]
      const row = await store.db
        .selectFrom('question_turns')
        .select('turn')
        .where('request_id', '=', requestId)
        .executeTakeFirst()
      const result = resultText(request)
      if (!row || result === null) return [...messages]
      const isWritten = request.result?.inMessage === true || request.state === 'stale'
      return continueTurn(messages, row.turn, { result, isWritten })
    },
  }
}

/** Result of the call for the model; null while the question is open. */
export function resultText({ state, result, expiresAt }: ChangeRequest): string | null {
  switch (state) {
    case 'proposed':
      return null
    case 'confirmed':
      return `The person answered:\n${result?.detail ?? ''}`
    case 'rejected':
      return `The person declined to answer.${result?.detail ? ` Their reason: ${result.detail}` : ''}`
    case 'expired':
      return `Nobody answered until ${new Date(expiresAt).toISOString()}.`
    case 'stale':
      return 'The person did not answer. They continued the chat instead.'
  }
}

export type QuestionTurns = ReturnType<typeof createQuestionTurns>
