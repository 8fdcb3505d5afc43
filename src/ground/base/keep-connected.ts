import type { FastifyReply } from 'fastify'

/**
 * Fastify closes the connection after a body above the limit, and a client that still sends would miss our response.
 */
export const keepConnected = (reply: FastifyReply): FastifyReply => reply.removeHeader('connection')
