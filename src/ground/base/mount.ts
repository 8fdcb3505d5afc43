import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export interface Mount {
  readonly prefix: string
  routes(app: FastifyInstance): void
  fail(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply
  /** Called at shutdown, before the server waits for running responses. */
  endStreams?(): void | Promise<void>
}

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
        opening = null
        throw error
      }
    },
    async endStreams() {
      const mount = await opening?.catch(() => null)
      await mount?.endStreams?.()
    },
  }
}
