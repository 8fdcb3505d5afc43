import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { bodyBytes, type BodyStream } from '../body-bytes.ts'
import { processTurns } from '../turn-budget.ts'
import { decodeUtf8 } from '../utf8.ts'
import { mayLoseDigits, parseJson } from './parse.ts'
import { withPlainNumbers } from './plain.ts'
import { readJson } from './read.ts'

/**
 * Have a server take bodies as JSON and nothing else. A body without a byte counts as none, as clients name a content type
 * with it. Long ones are decoded and parsed over several turns of the event loop. Deep nesting and keys that reach a prototype are refused.
 *
 * @param options `bodyLimit`: in bytes, by default that of the route. `keepsDigits`: of which requests a number that
 *                JavaScript cannot hold becomes an `ExactNumber`; in others it is rounded.
 */
export function takeJsonBodies(
  app: FastifyInstance,
  {
    keepsDigits = () => false,
    bodyLimit,
  }: { bodyLimit?: number; keepsDigits?: (request: FastifyRequest) => boolean } = {},
): void {
  const parseByFastify = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: BodyStream) => {
    const bytes = await bodyBytes(request, payload, bodyLimit)
    if (bytes.length === 0) return undefined
    const body = await decodeUtf8(bytes, processTurns)
    const parse = (text: string): unknown => {
      let parsed: unknown
      void parseByFastify(request, text, (error, value) => {
        if (error) throw error
        // Fastify's parser refuses keys that reach a prototype, but rounds numbers.
        parsed = keepsDigits(request) && mayLoseDigits(text) ? withPlainNumbers(parseJson(text)) : value
      })
      return parsed
    }
    try {
      return await readJson(body, { turns: processTurns, parse })
    } catch (error) {
      if (error instanceof SyntaxError) throw new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY()
      throw error
    }
  })
}
