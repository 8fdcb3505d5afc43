import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mayLoseDigits, parseJson } from '#ground/base/json/parse.ts'
import { withPlainNumbers } from '#ground/base/json/plain.ts'
import { Refused } from '#ground/api/errors.ts'

const MAX_BODY_BYTES = 256 * 1024

/**
 * Take bodies as JSON and nothing else, and answer for addresses that no route has.
 *
 * @param all Patterns of all addresses of this API.
 */
export function readJsonOnly(api: FastifyInstance, all: readonly string[]): void {
  const parse = api.getDefaultJsonParser('error', 'error')
  api.removeAllContentTypeParsers()
  const limits = { parseAs: 'string' as const, bodyLimit: MAX_BODY_BYTES }
  api.addContentTypeParser<string>('application/json', limits, (request, body, done) => {
    if (body === '') return done(null, undefined)
    void parse(request, body, (error, value) => {
      // The parser above checks the text, but rounds numbers: those of a run's inputs keep their digits.
      done(error, error || !mayLoseDigits(body) ? value : withPlainNumbers(parseJson(body)))
    })
  })
  // Without it the app's page would answer: it has a route for everything.
  for (const url of all) api.all(url, { onRequest: refuseUnknown }, refuseUnknown)
}

const refuseUnknown = async ({ method, url }: FastifyRequest): Promise<never> => {
  throw new Refused(
    'not_found',
    `There is no ${method} ${url.split('?')[0]!.slice(0, 200)} in the Console API.`,
  )
}
