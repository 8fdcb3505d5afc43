import { pipeline, type Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Sends a response of stream events whose head is sent at once: the first event may take long, and until then
 * a client could not know that its request was received. A source that breaks off ends the connection, so
 * that an incomplete response never appears complete.
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
