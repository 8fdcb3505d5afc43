import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Something with routes of its own that lives on a server's address, below a prefix. */
export interface Mount {
  readonly prefix: string
  routes(app: FastifyInstance): void
  /** Answer a request below the prefix that failed before it reached a route. */
  fail(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply
  /** End what would never end by itself, where there is such. A server does so before it waits for its answers. */
  endStreams?(): void | Promise<void>
}
