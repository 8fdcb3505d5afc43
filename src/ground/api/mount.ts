import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Checked, ApiRoute } from './contract.ts'
import { pathBelow } from './declared-route.ts'
import type { Statuses } from './statuses.ts'

export interface Treatment<R extends ApiRoute, Caller> {
  /** Authenticates the caller before the body is read. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Caller>
  read(request: FastifyRequest): Promise<Checked<R>>
  answer(checked: Checked<R> & { caller: Caller }, request: FastifyRequest, reply: FastifyReply): unknown
}

export function mount<R extends ApiRoute, Caller>(
  app: FastifyInstance,
  route: R,
  { admit, read, answer }: Treatment<R, Caller>,
  {
    statuses,
    ...options
  }: Pick<RouteShorthandOptions, 'bodyLimit' | 'exposeHeadRoute'> & { statuses: () => Statuses },
): void {
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.route({
    ...options,
    config: { statuses },
    method: route.method.toUpperCase(),
    url: pathBelow(app.prefix, `${route.base}${route.path}`),
    onRequest: async (request, reply) => {
      callers.set(request, await admit(request, reply))
    },
    handler: async (request, reply) =>
      answer({ ...(await read(request)), caller: callers.get(request)! }, request, reply),
  })
}
