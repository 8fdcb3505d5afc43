import { readMessageRow } from '#chatapp/chats/chat.ts'
import type { StoredMessage } from '#chatapp/chats/message.ts'
import type { OpenRemoteTurns, RemoteTurn } from '#chatapp/turns/remote-turns.ts'
import type { AnswerMessage } from '#chatapp/turns/question-messages.ts'
import { taskIdOf } from '#chatapp/turns/task-id.ts'
import { fitsMessage } from '#ground/bus/bus.ts'
import { AnswerOutcome } from '#ground/turn/question/schema.ts'
import { createRequestedStops } from './requested-stops.ts'
import { broadcast } from './broadcast.ts'
import { createMirrors } from './mirrors.ts'
import { questionSubject, stopSubject } from './subjects.ts'

const STOP_TIMEOUT_MS = 400
/** Interval between reads of the database, to detect the end of the turn. */
const POLL_INTERVAL_MS = 100
const ANSWER_TIMEOUT_MS = 5000
/** Maximum wait for the end of a stopped turn. After this time, the lease of a crashed instance has expired. */
const MAX_WAIT_MS = 15_000

export const openRemoteTurns: OpenRemoteTurns = (parts) => {
  const { store, bus, clock, instance } = parts
  const mirrors = createMirrors(parts)
  const pollStops = createRequestedStops(parts)

  const leases = () =>
    store.db
      .selectFrom('turn_leases')
      .innerJoin('chatapp_messages', (join) =>
        join
          .onRef('chatapp_messages.chat_id', '=', 'turn_leases.chat_id')
          .onRef('chatapp_messages.id', '=', 'turn_leases.answer_id'),
      )
      .where('turn_leases.machine_id', '!=', instance.id)
  const running = async (chatIds: readonly string[] | null): Promise<[chatId: string, StoredMessage][]> => {
    if (chatIds?.length === 0) return []
    const all = leases().selectAll('chatapp_messages').where('state', '=', 'running')
    const rows = await (chatIds ? all.where('turn_leases.chat_id', 'in', chatIds) : all).execute()
    return Promise.all(
      rows.map(async (row): Promise<[string, StoredMessage]> => [row.chat_id, await readMessageRow(row)]),
    )
  }
  const turnOf = ([chatId, answer]: [string, StoredMessage]): RemoteTurn => ({
    chatId,
    answerId: answer.id,
    taskId: taskIdOf(chatId, answer.id),
    listen: (listener) => mirrors.listen(chatId, answer, listener),
  })
  const ofChats = async (chatIds: readonly string[] | null) => (await running(chatIds)).map(turnOf)

  /**
   * Requests the stop over the message bus or, without a response, through the database. Resolves when the turn has
   * ended.
   */
  const stop = async ({ chatId, answerId }: RemoteTurn): Promise<void> => {
    const reply = await bus.request(stopSubject(chatId, answerId), '', STOP_TIMEOUT_MS)
    if (reply.kind === 'answered') return
    await store.db
      .updateTable('turn_leases')
      .set({ stop_asked: 1 })
      .where('chat_id', '=', chatId)
      .where('answer_id', '=', answerId)
      .execute()
    const lease = () =>
      store.db
        .selectFrom('turn_leases')
        .select('chat_id')
        .where('chat_id', '=', chatId)
        .where('answer_id', '=', answerId)
        .executeTakeFirst()
    const until = clock.now() + MAX_WAIT_MS
    while ((await lease()) && clock.now() < until) await clock.sleep(POLL_INTERVAL_MS)
  }

  /**
   * Sends a person's answer to a tool's question over the message bus only: these answers are never stored.
   *
   * @returns Null if the message is too large for the bus, or if the other instance does not respond in time.
   */
  const answerQuestion = async (
    { chatId, answerId }: RemoteTurn,
    message: AnswerMessage,
  ): Promise<AnswerOutcome | null> => {
    const text = JSON.stringify(message)
    if (!fitsMessage(text)) return null
    const reply = await bus.request(questionSubject(chatId, answerId), text, ANSWER_TIMEOUT_MS)
    return reply.kind === 'answered' ? AnswerOutcome.parse(JSON.parse(reply.text)) : null
  }

  return {
    isShared: true,
    find: async (chatId) => (await ofChats([chatId])).at(-1) ?? null,
    ofChats,
    answerQuestion,
    stop,
    async stopAllOf(accountId) {
      const chats = await leases()
        .innerJoin('chatapp_chats', 'chatapp_chats.id', 'turn_leases.chat_id')
        .select('chatapp_chats.id')
        .where('chatapp_chats.user_id', '=', accountId)
        .execute()
      await Promise.all((await ofChats(chats.map(({ id }) => id))).map(stop))
    },
    offer(chatId, run) {
      broadcast(parts, chatId, run)
      pollStops()
    },
  }
}
