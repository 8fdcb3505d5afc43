import { pipeline, type Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Sends stream events. The headers are sent at once, so that the client knows that its request arrived. If the source
 * fails, the connection is closed, so that clients detect the incomplete response.
 */
export function sendEventStream(reply: FastifyReply, events: Readable): FastifyReply {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
  raw.flushHeaders()
  pipeline(events, raw, () => {}) // ignores the error of a disconnect
  return reply
}

export const isEventStream = (contentType: string | null): boolean =>
  contentType?.startsWith('text/event-stream') ?? false
