import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Let a page of any site read the answer, a refusal too: programs may be pages. Only for addresses that look at no cookie,
 * so that a page learns and does nothing that a program elsewhere could not.
 *
 * Source: the Fetch standard, "CORS protocol".
 */
export const openToPages = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  void reply.header('access-control-allow-origin', '*')
}

/** Answers a browser's preflight request. */
export const preflight = (method: 'GET' | 'POST') => (_request: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(204)
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', method)
    .header('access-control-allow-headers', ALLOWED_HEADERS)
    .header('access-control-max-age', '86400')
    .send()

/** Headers of MCP clients; they already send their revision when they request the documents. */
const ALLOWED_HEADERS = 'Authorization, Content-Type, MCP-Protocol-Version'
