import type { FastifyReply, FastifyRequest } from 'fastify'
import { INSTANCE_ATTRIBUTE } from '#core/traces/read.ts'
import type { ActiveSpan, Tracer } from '#ground/base/trace/tracer.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { headerText } from '../caller.ts'

export function startRequestSpan(
  tracer: Tracer,
  about: {
    request: FastifyRequest
    reply: FastifyReply
    caller: Caller
    chatId: string
    hub: string
    instanceName: string
    route: string
  },
): ActiveSpan {
  const { request, reply, caller, chatId, hub, instanceName, route } = about
  const span = tracer.start(`POST ${route}`, {
    kind: 'server',
    parent: headerText(request.headers, 'traceparent'),
    attributes: {
      'http.request.method': 'POST',
      'http.route': route,
      'svc.hub': hub,
      'svc.chat.id': chatId,
      'svc.surface': caller.surface,
      'svc.request.id': request.id,
      [INSTANCE_ATTRIBUTE]: instanceName,
    },
  })
  const end = () => {
    if (reply.raw.headersSent) span.set({ 'http.response.status_code': reply.raw.statusCode })
    if (!reply.raw.writableFinished) span.fail('broken_off')
    else if (reply.raw.statusCode >= 500) span.fail(String(reply.raw.statusCode))
    span.end()
  }
  if (reply.raw.closed) end() // the client may have disconnected before this point
  else reply.raw.once('close', end)
  return span
}

export const traceHeaders = ({ traceId, traceparent }: ActiveSpan): Record<string, string> =>
  traceId === '' ? {} : { 'x-svc-trace-id': traceId, traceresponse: traceparent }
