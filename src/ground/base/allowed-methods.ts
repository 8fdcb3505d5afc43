import type { FastifyInstance } from 'fastify'

/**
 * Set `Allow` on the answer to a request whose path has routes, but none of its method. The handlers of unknown addresses
 * answer 405 where it is set, else 404. Routes that take every method or every path below theirs are such handlers.
 */
export function nameAllowedMethods(app: FastifyInstance): void {
  const routes: KnownRoute[] = []
  app.addHook('onRoute', ({ method, url }) => {
    const methods = [method].flat()
    if (!url.endsWith('*') && methods.length <= MAX_METHODS) routes.push({ methods, pattern: patternOf(url) })
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 || request.routeOptions.url?.endsWith('*')) {
      const path = request.url.split('?', 1)[0]!
      const methods = routes.flatMap((route) => (route.pattern.test(path) ? route.methods : []))
      if (methods.length > 0 && !methods.includes(request.method))
        void reply.header('allow', [...new Set(methods)].toSorted().join(', '))
    }
    done()
  })
}

/** A route of more takes every method. */
const MAX_METHODS = 5

interface KnownRoute {
  methods: readonly string[]
  pattern: RegExp
}

/** `/runs/:id` as a pattern. A parameter is one segment or a part of one. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split(/(:\w+(?:\([^)]*\))?)/)
      .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)))
      .join('')}$`,
  )
