import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { bodyBytes, type BodyStream } from '../body-bytes.ts'
import { processTurns } from '../turn-budget.ts'
import { decodeUtf8 } from '../utf8.ts'
import { mayLoseDigits, parseJson } from './parse.ts'
import { withPlainNumbers } from './plain.ts'
import { readJson } from './read.ts'

/** An empty body counts as absent, because clients send `Content-Type` even without a body. */
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
        // Fastify's parser refuses keys such as `__proto__`, but rounds numbers, so `parseJson` parses the numbers
        // again.
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
