import { errorCodes, type FastifyRequest } from 'fastify'
import { processTurns } from './turn-budget.ts'
import { joinBytes } from './utf8.ts'

export type BodyStream = FastifyRequest['raw']

/**
 * Like Fastify's `parseAs: 'buffer'`, but copies a large body in several turns of the event loop.
 *
 * @param bodyLimit In bytes; default: the limit of the route.
 * @throws FST_ERR_CTP_BODY_TOO_LARGE, FST_ERR_CTP_INVALID_CONTENT_LENGTH, or the stream's error with status 400.
 */
export async function bodyBytes(
  request: FastifyRequest,
  payload: BodyStream,
  bodyLimit = request.routeOptions.bodyLimit,
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'])
  if (announced > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  const chunks = await chunksOf(payload, bodyLimit)
  const body = chunks.length === 1 ? chunks[0]! : await joinBytes(chunks, processTurns)
  if (announced >= 0 && body.length !== announced) throw new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH()
  return body
}

/** Uses events, because `for await` is slower and destroys the stream of a body that is too large. */
const chunksOf = (payload: BodyStream, bodyLimit: number): Promise<Buffer[]> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const stop = () => payload.off('data', take).off('end', end).off('error', fail)
    const take = (chunk: Buffer) => {
      length += chunk.length
      if (length > bodyLimit) fail(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
      else chunks.push(chunk)
    }
    const end = () => {
      stop()
      resolve(chunks)
    }
    const fail = (error: Error) => {
      stop()
      reject('statusCode' in error ? error : Object.assign(error, { statusCode: 400 }))
    }
    payload.on('data', take).on('end', end).on('error', fail)
    payload.resume()
  })
