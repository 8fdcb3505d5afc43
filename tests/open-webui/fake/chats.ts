import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { MISSING, Refused, type State } from './state.ts'

export function chatRoutes(app: FastifyInstance, state: State): void {
  const chats = new Map<string, { id: string; user_id: string; chat: object }>()
  const files = new Map<string, { user_id: string; content: Buffer }>()
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )

  app.post<{ Body: { chat: object } }>('/api/v1/chats/new', (request) => {
    const { id: user_id } = state.verified(request)
    const made = { id: randomUUID(), user_id, chat: request.body.chat }
    chats.set(made.id, made)
    return made
  })
  app.get<{ Params: { id: string } }>('/api/v1/chats/:id', (request) => {
    const user = state.verified(request)
    const found = chats.get(request.params.id)
    if (!found || (user.role !== 'admin' && found.user_id !== user.id)) throw new Refused(401, MISSING)
    return found
  })
  app.post<{ Body: Buffer }>('/api/v1/files/', async (request) => {
    const { id: user_id } = state.verified(request)
    const type = { headers: { 'content-type': request.headers['content-type']! } }
    const form = await new Response(new Uint8Array(request.body), type).formData()
    const file = form.get('file') as File
    const id = randomUUID()
    files.set(id, { user_id, content: Buffer.from(await file.arrayBuffer()) })
    return { id, user_id, filename: file.name, meta: { name: file.name, size: file.size } }
  })
  app.get<{ Params: { id: string } }>('/api/v1/files/:id', (request) => {
    state.administrator(request)
    const found = files.get(request.params.id)
    if (!found) throw new Refused(404, MISSING)
    return { id: request.params.id, user_id: found.user_id }
  })
  app.get<{ Params: { id: string } }>('/api/v1/files/:id/content', (request, reply) => {
    const user = state.verified(request)
    const found = files.get(request.params.id)
    if (!found || (user.role !== 'admin' && found.user_id !== user.id)) throw new Refused(404, MISSING)
    return reply.type('application/octet-stream').send(found.content)
  })
}
