import type { FastifyReply } from 'fastify'
import { unmarkedJson } from '#ground/base/json/marks.ts'
import { rpcErrorBody, REFUSED, type RequestId } from './rpc.ts'

export const mcpRefusal = (
  reply: FastifyReply,
  status: number,
  message: string,
  code = REFUSED,
  id: RequestId | null = null,
  data?: { code: string },
) => sendJson(reply.code(status), rpcErrorBody(code, message, id, data))

/** Responses are for one person: caches must not store them. */
export const sendJson = (reply: FastifyReply, body: object) =>
  reply
    .header('content-type', 'application/json')
    .header('cache-control', 'no-store')
    .header('vary', 'authorization')
    .send(unmarkedJson(JSON.stringify(body)))

export const mcpFailureText = (requestId: string): string =>
  `The server failed unexpectedly. Its log has the details under request ${requestId}.`
