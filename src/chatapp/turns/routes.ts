import type { Clock } from '#ground/base/clock.ts'
import type { Chats } from '#chatapp/chats/chats.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { Refused } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { listTasks, stopAnswer, stopTask, watchAnswer } from './contract.ts'
import { openEventStream } from './event-stream.ts'
import type { Turns } from './turns.ts'

export interface TurnRouteParts {
  turns: Turns
  chats: Pick<Chats, 'find'>
  clock: Clock
  events: Pick<ChatappEvents, 'subscriberDropped'>
}

/** Reading and stopping turns. They are started by `POST /api/chat/completions`. */
export function turnRoutes(app: App, { turns, chats, clock, events }: TurnRouteParts): void {
  const ownChat = async (ownerId: string, chatId: string) => {
    if (!(await chats.find(ownerId, chatId))) throw new Refused('chat_missing')
  }

  app.handle(watchAnswer, async ({ visitor, params: { id }, reply }) => {
    await ownChat(visitor.account.id, id)
    reply.hijack()
    const stream = openEventStream(reply.raw, {
      clock,
      onDropped: (bufferedBytes) => events.subscriberDropped({ chat: id, bufferedBytes }),
    })
    const leave = turns.listen(id, stream.send)
    if (leave) void stream.closed.then(leave)
    else stream.send({ type: 'idle' })
  })

  app.handle(listTasks, async ({ visitor, params: { id } }) => {
    await ownChat(visitor.account.id, id)
    const taskId = turns.taskIdOf(id)
    return { task_ids: taskId === null ? [] : [taskId] }
  })

  app.handle(stopAnswer, async ({ visitor: { account }, params: { id } }) => {
    if (account.role !== 'admin') await ownChat(account.id, id)
    const wasRunning = await turns.stop(id)
    return { status: true, message: wasRunning ? 'Stopped.' : 'Nothing was running.' }
  })

  app.handle(stopTask, async ({ params }) => {
    const chatId = turns.chatOfTask(params.id)
    if (chatId === null) throw new Refused('task_missing')
    await turns.stop(chatId)
    return { status: true, message: 'Stopped.' }
  })
}
