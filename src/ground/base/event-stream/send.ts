import { pipeline, type Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** If the source of the events fails, closes the connection, so that the client detects an incomplete response. */
export function sendEventStream(reply: FastifyReply, events: Readable): FastifyReply {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
  raw.flushHeaders()
  pipeline(events, raw, () => {}) // errors are ignored, because a client may disconnect at any time
  return reply
}

export const isEventStream = (contentType: string | null): boolean =>
  contentType?.startsWith('text/event-stream') ?? false
