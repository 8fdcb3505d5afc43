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

/** A mount that most starts do not need: loaded and created at its first request. */
export interface LateMount extends Pick<Mount, 'prefix' | 'endStreams'> {
  open(this: void): Promise<Mount>
}

export function lateMount(prefix: string, make: () => Promise<Mount>): LateMount {
  let opening: Promise<Mount> | null = null
  return {
    prefix,
    async open() {
      try {
        return await (opening ??= make())
      } catch (error) {
        opening = null // the next request tries again
        throw error
      }
    },
    async endStreams() {
      const mount = await opening?.catch(() => null)
      await mount?.endStreams?.()
    },
  }
}
