import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Sets `Allow` on the response to a request whose path has routes, but none of its method. The handlers of
 * unknown addresses answer 405 if it is set, else 404. Routes that take every method or every path below
 * theirs are such handlers. They run before the body is parsed, so a malformed body does not hide the 405,
 * and a 404 carries no `Allow`.
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
      if (request.is404 || reply.hasHeader('allow')) skipBody(request)
    }
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.statusCode === 404) void reply.removeHeader('allow')
    done()
  })
}

/** Without these headers the framework parses no body. Node discards the body after the answer. */
const skipBody = ({ raw: { headers } }: FastifyRequest): void => {
  headers['content-type'] = undefined
  headers['content-length'] = undefined
  headers['transfer-encoding'] = undefined
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
