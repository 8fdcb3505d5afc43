import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Sets the `Allow` header of a 405 response. Skips the body if no route matches the path and method, because an error
 * in the body would replace the 404 or 405 response.
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

/** Without these headers, Fastify parses no body, and Node discards the body after the response. */
const skipBody = ({ raw: { headers } }: FastifyRequest): void => {
  headers['content-type'] = undefined
  headers['content-length'] = undefined
  headers['transfer-encoding'] = undefined
}

const MAX_METHODS = 5

interface KnownRoute {
  methods: readonly string[]
  pattern: RegExp
}

const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split(/(:\w+(?:\([^)]*\))?)/)
      .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)))
      .join('')}$`,
  )
