import type { FastifyInstance } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import type { AgentMemory } from '#core/agent/memory/memory.ts'
import type { NotesAboutPerson } from '#ground/hub/about/schema.ts'
import { NOT_SECRET, type BridgeKeys } from './authorize.ts'
import { readCaller } from './caller.ts'
import { BRIDGE_ROUTES } from './declared-routes.ts'
import { sendError } from './error.ts'

export interface MemoryRoutesDeps {
  memory: Pick<AgentMemory, 'list'>
  keys: BridgeKeys
  identityHeaderPrefix: string
}

/** Notes about the caller, even if the caller may no longer use the Hub: the notes are the person's own data. */
export function memoryRoutes(
  app: FastifyInstance,
  { memory, keys, identityHeaderPrefix }: MemoryRoutesDeps,
): void {
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.listNotes),
    async handler(request, reply) {
      if (keys.kindOf(request.headers) !== 'secret') return sendError(reply, NOT_SECRET)
      const caller = readCaller(request.headers, identityHeaderPrefix)
      if (!caller.ok) return sendError(reply, caller.refusal)
      const { email } = caller.value
      const notes = email === null ? [] : await memory.list(email)
      const answer: NotesAboutPerson = {
        data: notes.map(({ id, text, savedAt: saved_at_ms }) => ({ id, text, saved_at_ms })),
      }
      return reply.header('cache-control', 'no-store').send(answer)
    },
  })
}
