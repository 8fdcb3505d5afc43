import type { FastifyReply, FastifyRequest } from 'fastify'

/** Allows requests from web pages of any origin, because MCP clients may be web pages. Only for routes without cookies (Fetch standard, "CORS protocol"). */
export const openToPages = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  void reply.header('access-control-allow-origin', '*')
}

export const preflight = (method: 'GET' | 'POST') => (_request: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(204)
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', method)
    .header('access-control-allow-headers', ALLOWED_HEADERS)
    .header('access-control-max-age', '86400')
    .send()

/** Headers of MCP clients; they send their revision even when they request metadata. */
const ALLOWED_HEADERS = 'Authorization, Content-Type, MCP-Protocol-Version'
