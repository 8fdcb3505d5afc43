import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Hub } from '#ground/hub/hub.ts'
import { ANY_ROUTE_ERRORS } from '#ground/turn/errors/schema.ts'
import { invalidRequest, sendError } from './error.ts'
import { answersWith } from './statuses.ts'

export interface ModelsDeps {
  hub: Pick<Hub, 'slug' | 'agent'>
  /** Epoch seconds the Hub was started at. */
  created: number
}

/** The Hub as chat clients list it: one model. The agent file may change at any time, so nothing is kept. */
export function modelRoutes(app: FastifyInstance, { hub, created }: ModelsDeps): void {
  const model = () => modelView({ hub, created })
  app.get('/v1/models', answersWith(), async () => ({ object: 'list', data: [model()] }))
  const missing = (reply: FastifyReply) => {
    const message = `The model does not exist; this Hub's model is ${hub.slug}.`
    return sendError(reply, invalidRequest(message, { status: 404, code: 'model_not_found', param: 'model' }))
  }
  app.get<{ Params: { id: string } }>('/v1/models/:id', ONE, async (request, reply) =>
    request.params.id === hub.slug ? model() : missing(reply),
  )
  // Ids of other services contain slashes.
  app.get('/v1/models/*', ONE, async (_request, reply) => missing(reply))
}

const ONE = answersWith([...ANY_ROUTE_ERRORS, 'model_not_found'])

export const modelView = ({ hub, created }: ModelsDeps) => {
  const { name, description, suggestions } = hub.agent()
  return { id: hub.slug, object: 'model', created, owned_by: 'hub-service', name, description, suggestions }
}
