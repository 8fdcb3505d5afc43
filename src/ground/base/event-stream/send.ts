import { pipeline, type Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Answer with stream events whose head leaves at once: the first event may be long in coming, and until it came a
 * client could not tell that it was heard. A source that breaks off ends the connection, so that half an answer never
 * looks whole.
 */
export function sendEventStream(reply: FastifyReply, events: Readable): FastifyReply {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
  raw.flushHeaders()
  pipeline(events, raw, () => {}) // either side may leave at any time
  return reply
}

export const isEventStream = (contentType: string | null): boolean =>
  contentType?.startsWith('text/event-stream') ?? false
