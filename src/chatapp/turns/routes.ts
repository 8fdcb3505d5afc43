import type { Clock } from '#ground/base/clock.ts'
import { recheck } from '#ground/base/recheck.ts'
import type { StoredChats } from '#chatapp/chats/chats.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { Guard } from '#chatapp/accounts/sessions/guard.ts'
import {
  answerQuestion,
  listAllTasks,
  listTasks,
  readTaskConfig,
  stopAnswer,
  stopTask,
  watchAnswer,
} from './contract.ts'
import { openEventStream } from './event-stream.ts'
import type { AnswerEvent } from './schema.ts'
import type { ChatTurns } from './turns.ts'

export interface TurnRouteParts {
  turns: ChatTurns
  chats: Pick<StoredChats, 'find' | 'idsOf'>
  agentTitles?: boolean
  clock: Clock
  guard: Guard
  onAccessChange(email: string, then: () => void): Disposable
  events: Pick<ChatappEvents, 'subscriberDropped'>
}

const NO_TASKS = {
  TASK_MODEL: null,
  TASK_MODEL_EXTERNAL: null,
  ENABLE_TAGS_GENERATION: false,
  ENABLE_FOLLOW_UP_GENERATION: false,
  ENABLE_AUTOCOMPLETE_GENERATION: false,
  ENABLE_SEARCH_QUERY_GENERATION: false,
  ENABLE_RETRIEVAL_QUERY_GENERATION: false,
} as const

/** Maximum delay until a reader whose session has ended is disconnected. */
const RECHECK_MS = 4000

export function turnRoutes(
  app: App,
  { turns, chats, clock, guard, onAccessChange, events, agentTitles = true }: TurnRouteParts,
): void {
  const ownChat = async (ownerId: string, chatId: string) => {
    if (!(await chats.find(ownerId, chatId))) throw new ChatappRefused('chat_missing')
  }

  app.handle(watchAnswer, async ({ visitor, params: { id }, request, reply }) => {
    await ownChat(visitor.account.id, id)
    const turn = await turns.find(id)
    reply.hijack()
    const stream = openEventStream<AnswerEvent>(reply.raw, {
      clock,
      isLast: ({ type }) => type === 'end' || type === 'idle',
      onDropped: (bufferedBytes) => events.subscriberDropped({ chat: id, bufferedBytes }),
    })
    const watch = recheck(
      {
        clock,
        everyMs: RECHECK_MS,
        onNotification: (listener) => onAccessChange(visitor.account.email, listener),
      },
      () => guard(watchAnswer.level, request).then(() => null, refusalIn),
      () => reply.raw.end(),
    )
    void stream.closed.then(() => watch[Symbol.dispose]())
    if (turn) void stream.closed.then(turn.listen(stream.send))
    else stream.send({ type: 'idle' })
  })

  app.handle(listTasks, async ({ visitor, params: { id } }) => {
    await ownChat(visitor.account.id, id)
    const turn = await turns.find(id)
    return { task_ids: turn === null ? [] : [turn.taskId] }
  })

  app.handle(listAllTasks, async ({ visitor: { account } }) => {
    const answering = await turns.findChatsWithRunningTurn(await chats.idsOf(account.id))
    const running = await Promise.all([...answering].map((id) => turns.find(id)))
    return { tasks: running.flatMap((turn) => turn?.taskId ?? []) }
  })

  app.handle(readTaskConfig, () => ({ ...NO_TASKS, ENABLE_TITLE_GENERATION: agentTitles }))

  app.handle(stopAnswer, async ({ visitor: { account }, params: { id } }) => {
    if (account.role !== 'admin') await ownChat(account.id, id)
    const wasRunning = await turns.stop(id)
    return { status: true, message: wasRunning ? 'Stopped.' : 'Nothing was running.' }
  })

  app.handle(answerQuestion, async ({ visitor: { account }, params: { id, question }, body: answer }) => {
    await ownChat(account.id, id)
    const outcome = await turns.answerQuestion(id, { ownerId: account.id, id: question, answer })
    if (outcome === null) throw new ChatappRefused('question_unreachable')
    if (outcome.status === 'over') throw new ChatappRefused('question_over')
    if (outcome.status === 'answered_before') throw new ChatappRefused('question_answered')
    return outcome
  })

  app.handle(stopTask, async ({ params }) => {
    const chatId = await turns.chatOfTask(params.id)
    if (chatId === null) throw new ChatappRefused('task_missing')
    await turns.stop(chatId)
    return { status: true, message: 'Stopped.' }
  })
}

/** Null for an error other than a refusal, because an outage of the database must not end the stream of an answer. */
const refusalIn = (error: unknown): ChatappRefused | null => (error instanceof ChatappRefused ? error : null)
