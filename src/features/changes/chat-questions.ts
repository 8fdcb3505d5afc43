import type { Clock } from '#ground/base/clock.ts'
import type { Selectable } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { ANSWER, answeredResult, MAX_TEXT_CHARS } from './answer-text.ts'
import { questionOf } from './plan.ts'
import { createChangeRequests, requestOf, type ChangeResult } from './requests.ts'

export interface OpenQuestion {
  id: string
  question: string
  /** Whether the person may answer in a message. */
  takesText: boolean
}

type Row = Selectable<Tables['change_requests']>

/** Id of a chat at a Hub, without the suffix of a caller's own scope. */
const withoutScope = (chatId: string): string => chatId.replace(/~([0-9a-f]{8}|[0-9a-f]{64})$/, '')

/** Open questions of a chat of the web chat. */
export function createChatQuestions({
  store,
  clock,
}: {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
}) {
  const requests = createChangeRequests({ store })

  const ofChat = (rows: readonly Row[], chatId: string) =>
    rows.map(requestOf).flatMap((request) => {
      const question = questionOf(request.operations)
      return question?.run_id === null && withoutScope(question.chat_id) === chatId
        ? [{ request, question }]
        : []
    })
  const openOf = async (email: string, chatId: string) => {
    const open = await store.db
      .selectFrom('change_requests')
      .selectAll()
      .where('proposer', '=', email)
      .where('state', '=', 'proposed')
      .where('kind', '=', 'question')
      .where('expires_at_ms', '>', clock.now())
      .execute()
    return ofChat(open, chatId)
  }
  const close = async (id: string, end: { to: 'confirmed' | 'stale'; result: ChangeResult }) =>
    requests.move(id, { from: 'proposed', at: clock.now(), ...end })
  const cancel = (id: string) =>
    close(id, {
      to: 'stale',
      result: { outcome: 'unanswered', detail: 'The chat continued without an answer.' },
    })

  return {
    async find(email: string, chatId: string): Promise<OpenQuestion | null> {
      const [first] = await openOf(email, chatId)
      if (!first) return null
      const { request, question } = first
      return { id: request.id, question: question.question, takesText: question.form === 'text' }
    },

    /** Closes the chat’s questions, because the person continued the chat: `text` answers a question for free text. */
    async settle(email: string, chatId: string, text: string): Promise<void> {
      for (const { request, question } of await openOf(email, chatId)) {
        const isAnswer = question.form === 'text' && text !== '' && text.length <= MAX_TEXT_CHARS
        const answered = { ...answeredResult(question, { [ANSWER]: text }), inMessage: true as const }
        if (isAnswer) await close(request.id, { to: 'confirmed', result: answered })
        else await cancel(request.id)
      }
    },

    /** Closes the questions of a removed chat, and deletes their stored turns. */
    async remove(email: string, chatId: string): Promise<void> {
      for (const { request } of await openOf(email, chatId)) await cancel(request.id)
      const stored = await store.db
        .selectFrom('question_turns')
        .innerJoin('change_requests', 'change_requests.id', 'question_turns.request_id')
        .selectAll('change_requests')
        .where('change_requests.proposer', '=', email)
        .execute()
      const ids = ofChat(stored, chatId).map(({ request }) => request.id)
      if (ids.length > 0) await store.db.deleteFrom('question_turns').where('request_id', 'in', ids).execute()
    },
  }
}
