import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import { BadPayload, CONTENT_TYPES, type PayloadType } from '#core/traces/otlp/payload.ts'
import type { TraceIntake } from '#core/traces/intake.ts'
import { readOtlpJson } from '#core/traces/otlp/json.ts'
import { readProtobuf } from '#core/traces/otlp/protobuf.ts'
import { BRIDGE_ROUTES } from '../declared-routes.ts'
import { BodyRefused, createBodyReader } from './body.ts'
import { bytesField, textField, varintField } from '#core/traces/otlp/wire.ts'

const MIB = 1024 * 1024
const LIMITS = { mostBytes: 64 * MIB, mostBytesAtOnce: 128 * MIB }

/**
 * Every response is 200, with rejected spans in `partialSuccess`, so that exporters do not retry forever. Source:
 * service specification 1.0.1, "Bridge routes", `/otel/v1/traces`.
 */
export function traceRoutes(app: FastifyInstance, intake: TraceIntake): void {
  const readBody = createBodyReader(LIMITS)
  // The hook handles the request before Fastify reads the body, because Fastify would refuse some bodies with a
  // status other than 200.
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.storeTraces),
    onRequest: async (request, reply) => {
      const type = payloadTypeOf(request.headers['content-type'])
      const trouble = await (async () => {
        if (request.headers.origin !== undefined) return warning('Web pages can’t send traces here.')
        if (type === null) return warning(`Send ${Object.values(CONTENT_TYPES).join(' or ')}.`)
        return await accept(type, () => readBody(request.raw), intake)
      })()
      await readAway(request.raw)
      const answerType = type ?? 'json'
      return reply
        .code(200)
        .header('content-type', CONTENT_TYPES[answerType])
        .send(exportAnswer(answerType, trouble))
    },
    handler: () => {},
  })
}

/** Reads the rest of the body, because a client that is still sending would miss the response. */
async function readAway(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return
  request.resume()
  await finished(request).catch(() => {}) // the sender disconnected
}

async function accept(
  type: PayloadType,
  read: () => Promise<Buffer>,
  intake: TraceIntake,
): Promise<Trouble | null> {
  try {
    const body = await read()
    const payload = type === 'json' ? readOtlpJson(body) : readProtobuf(body)
    if (intake.enqueue(payload)) return null
    return { rejectedSpans: payload.count, message: 'The queue is full. These spans were dropped.' }
  } catch (error) {
    if (error instanceof BadPayload || error instanceof BodyRefused) return warning(error.message)
    intake.onFailure(error)
    return warning('The traces could not be processed.')
  }
}

const warning = (message: string): Trouble => ({ rejectedSpans: 0, message })

/** If `rejectedSpans` is 0, the message is only a warning. */
interface Trouble {
  rejectedSpans: number
  message: string
}

function payloadTypeOf(contentType: string | undefined): PayloadType | null {
  const type = contentType?.split(';')[0]!.trim().toLowerCase()
  if (type === CONTENT_TYPES.protobuf) return 'protobuf'
  return type === CONTENT_TYPES.json ? 'json' : null
}

function exportAnswer(type: PayloadType, trouble: Trouble | null): Buffer {
  if (type === 'json') {
    const { rejectedSpans, message } = trouble ?? {}
    const body = trouble
      ? { partialSuccess: { rejectedSpans: String(rejectedSpans), errorMessage: message } }
      : {}
    return Buffer.from(JSON.stringify(body))
  }
  if (!trouble) return Buffer.alloc(0)
  const rejected = trouble.rejectedSpans === 0 ? [] : [varintField(1, trouble.rejectedSpans)]
  return bytesField(1, ...rejected, textField(2, trouble.message))
}
