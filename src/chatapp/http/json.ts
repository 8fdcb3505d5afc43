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

/** Take forms beside JSON, where another server's standard sends them. A page of another site can post a form, too. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  )
}

const MAX_FORM_BYTES = 32 * 1024
