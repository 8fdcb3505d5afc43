import { continueTurn, writeSuspendedTurn, type KeepTurn } from '#core/agent/turn/suspended-turn.ts'
import type { TurnMessage } from '#core/agent/model/model.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { askDirectly } from './ask-person.ts'
import { questionOf } from './plan.ts'
import type { ProposeQuestion } from './propose-question.ts'
import { createChangeRequests, expireRequest, requestOf, type ChangeRequest } from './requests.ts'
import type { CallEvents } from './log-events.ts'

export interface QuestionTurnsDeps {
  store: Pick<Store, 'db' | 'transaction'>
  hub: string
  clock: Pick<Clock, 'now'>
  propose: ProposeQuestion
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
export function createQuestionTurns({ store, hub, clock, propose, events }: QuestionTurnsDeps) {
  const requests = createChangeRequests({ store })

  const keep: KeepTurn = async (waiting, suspended, { runId = null, runStep = null }) => {
    const { requestId: request_id } = waiting
    try {
      const written = writeSuspendedTurn(waiting, suspended)
      const turn = written.length > MAX_TURN_CHARS ? '' : written
      await store.db
        .insertInto('question_turns')
        .values({ request_id, turn, run_id: runId, run_step: runStep })
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
      if (!row || row.turn === '' || result === null) return [...messages]
      const isWritten = request.result?.inMessage === true || request.state === 'stale'
      return continueTurn(messages, row.turn, { result, isWritten })
    },

    async findOfStep({ id: runId, runAs }: { id: string; runAs: string | null }, step: string) {
      const row = await store.db
        .selectFrom('question_turns')
        .innerJoin('change_requests', 'change_requests.id', 'question_turns.request_id')
        .selectAll('change_requests')
        .select('question_turns.turn')
        .where('run_id', '=', runId)
        .where('run_step', '=', step)
        .where('proposer', '=', runAs)
        .orderBy('created_at_ms', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!row) return null
      const request = requestOf(row)
      const isOpen = request.state === 'proposed' && request.expiresAt > clock.now()
      const messages = isOpen ? [] : messagesSince(request, row.turn)
      return { id: row.id, isOpen, messages, end: isOpen ? null : endOf(request) }
    },

    /** Asks the account of a run, for a step without an agent. @returns The id of the question. */
    async ask(
      asking: { caller: Caller; chatId: string; runId: string },
      step: string,
      input: unknown,
    ): Promise<Result<string, string>> {
      const asked = await askDirectly(propose, input, asking)
      if (!asked.ok) return asked
      const { id } = asked.value
      await store.db
        .insertInto('question_turns')
        .values({ request_id: id, turn: '', run_id: asking.runId, run_step: step })
        .onConflict((conflict) => conflict.column('request_id').doNothing())
        .execute()
      return accepted(id)
    },

    async isOpen(id: string): Promise<boolean> {
      await expireRequest(store, id, clock.now())
      const row = await store.db
        .selectFrom('change_requests')
        .select('id')
        .where('id', '=', id)
        .where('state', '=', 'proposed')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

function endOf(request: ChangeRequest): { isAnswered: boolean; text: string } {
  const isAnswered = request.state === 'confirmed'
  return { isAnswered, text: isAnswered ? (request.result?.detail ?? '') : finalText(request) }
}

/** An open question whose time has passed counts as expired. */
const finalText = (request: ChangeRequest): string =>
  resultText(request.state === 'proposed' ? { ...request, state: 'expired' } : request) ?? ''

/** Without the stored turn, the agent gets question and answer as a message. */
function messagesSince(request: ChangeRequest, turn: string): TurnMessage[] {
  const result = finalText(request)
  const { question = '' } = questionOf(request.operations) ?? {}
  const text = `You asked: ${question}\n${result}`
  const reply: TurnMessage = { role: 'user', parts: [{ type: 'text', text }] }
  return turn === '' ? [reply] : continueTurn([reply], turn, { result, isWritten: false })
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
