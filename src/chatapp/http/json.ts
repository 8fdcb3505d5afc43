import type { FastifyInstance } from 'fastify'

/**
 * Take JSON bodies and no text. Clients that name a content type but have nothing to say are understood: no body is
 * refused by the routes that need one.
 */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    void parse(request, body as string, done)
  })
}
