import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { LateMount, Mount } from '#ground/base/mount.ts'

export interface LateMountsDeps {
  mounts: readonly LateMount[]
  appFor(mount: Mount): FastifyInstance
  fail(error: unknown, ...exchange: Parameters<RequestListener>): void
}

/** A listening Fastify server accepts no more routes, so each mount gets its own server at its first request. */
export function createLateMounts({ mounts, appFor, fail }: LateMountsDeps) {
  const apps = new Map<LateMount, Promise<FastifyInstance>>()
  const appOf = async (mount: LateMount): Promise<FastifyInstance> => {
    const opened = await mount.open()
    const app = apps.get(mount) ?? started(appFor(opened))
    apps.set(mount, app)
    return app
  }
  return {
    listenerFor({ url }: IncomingMessage): RequestListener | null {
      const [path] = url!.split('?')
      const mount = mounts.find(({ prefix }) => path === prefix || path!.startsWith(`${prefix}/`))
      if (!mount) return null
      return (request, response) =>
        void appOf(mount).then(
          (app) => app.routing(request, response),
          (error: unknown) => fail(error, request, response),
        )
    },
    async close(): Promise<void> {
      for (const app of apps.values()) await (await app).close()
    },
  }
}

async function started(app: FastifyInstance): Promise<FastifyInstance> {
  await app.ready()
  return app
}
