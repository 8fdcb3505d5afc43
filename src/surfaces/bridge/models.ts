import type { FastifyInstance, FastifyReply } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import type { Hub } from '#ground/hub/hub.ts'
import { BRIDGE_ROUTES } from './declared-routes.ts'
import { invalidRequest, sendError } from './error.ts'

export interface ModelsDeps {
  hub: Pick<Hub, 'slug' | 'agent'>
  /** Start of the Hub, in epoch seconds. */
  created: number
}

/** Nothing is cached, because the agent file may change at any time. */
export function modelRoutes(app: FastifyInstance, { hub, created }: ModelsDeps): void {
  const model = () => modelView({ hub, created })
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.listModels),
    handler: async () => ({ object: 'list', data: [model()] }),
  })
  const missing = (reply: FastifyReply) => {
    const message = `The model does not exist; this Hub's model is ${hub.slug}.`
    return sendError(reply, invalidRequest(message, { status: 404, code: 'model_not_found', param: 'model' }))
  }
  app.route<{ Params: { id: string } }>({
    ...optionsOf(app, BRIDGE_ROUTES.readModel),
    handler: async (request, reply) => (request.params.id === hub.slug ? model() : missing(reply)),
  })
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.readModelWithSlash),
    handler: async (_request, reply) => missing(reply),
  })
}

export const modelView = ({ hub, created }: ModelsDeps) => {
  const { name, description, suggestions } = hub.agent()
  return { id: hub.slug, object: 'model', created, owned_by: 'hub-service', name, description, suggestions }
}
