import type { FastifyInstance } from 'fastify'

/** Takes forms beside JSON, where another server's standard sends them. A page of another site can post a form, too. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  )
}

const MAX_FORM_BYTES = 32 * 1024
