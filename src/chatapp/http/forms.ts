import type { FastifyInstance } from 'fastify'

/** Few routes accept forms, because browsers send forms from other sites without a preflight request. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  )
}

const MAX_FORM_BYTES = 32 * 1024
