import { z } from 'zod'
import type { Clock } from '#ground/base/clock.ts'
import type { Chats } from '#chatapp/chats/chats.ts'
import { ChatParams } from '#chatapp/chats/schema.ts'
import type { ChatappEvents } from '#chatapp/http/events.ts'
import { Refused } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/http/validation.ts'
import { visitorOf, type Guard } from '#chatapp/accounts/sessions/guard.ts'
import { openEventStream } from './event-stream.ts'
import type { Turns } from './turns.ts'

export interface TurnRouteParts {
  turns: Turns
  chats: Pick<Chats, 'find'>
  guard: Guard
  clock: Clock
  events: Pick<ChatappEvents, 'subscriberDropped'>
}

const TaskParams = z.object({ id: z.string().min(1).max(100) })

/** Reading and stopping turns. They are started by `POST /api/chat/completions`. */
export function turnRoutes(app: App, { turns, chats, guard, clock, events }: TurnRouteParts): void {
  const ownChat = async (ownerId: string, chatId: string) => {
    if (!(await chats.find(ownerId, chatId))) throw new Refused('chat_missing')
  }

  app.get(
    '/api/v1/chats/:id/events',
    { onRequest: guard.verified, exposeHeadRoute: false, schema: { params: ChatParams } },
    async (request, reply) => {
      const { id } = request.params
      await ownChat(visitorOf(request).account.id, id)
      reply.hijack()
      const stream = openEventStream(reply.raw, {
        clock,
        onDropped: (bufferedBytes) => events.subscriberDropped({ chat: id, bufferedBytes }),
      })
      const leave = turns.listen(id, stream.send)
      if (leave) void stream.closed.then(leave)
      else stream.send({ type: 'idle' })
    },
  )

  app.get(
    '/api/tasks/chat/:id',
    { onRequest: guard.verified, schema: { params: ChatParams } },
    async (request) => {
      const { id } = request.params
      await ownChat(visitorOf(request).account.id, id)
      const taskId = turns.taskIdOf(id)
      return { task_ids: taskId === null ? [] : [taskId] }
    },
  )

  app.post(
    '/api/tasks/chat/:id/stop',
    { onRequest: guard.verified, schema: { params: ChatParams } },
    async (request) => {
      const { id } = request.params
      const { account } = visitorOf(request)
      if (account.role !== 'admin') await ownChat(account.id, id)
      const wasRunning = await turns.stop(id)
      return { status: true, message: wasRunning ? 'Stopped.' : 'Nothing was running.' }
    },
  )

  app.post(
    '/api/tasks/stop/:id',
    { onRequest: guard.admin, schema: { params: TaskParams } },
    async (request) => {
      const chatId = turns.chatOfTask(request.params.id)
      if (chatId === null) throw new Refused('task_missing')
      await turns.stop(chatId)
      return { status: true, message: 'Stopped.' }
    },
  )
}
