import type { FastifyReply } from 'fastify'

/**
 * Prevents Fastify from closing the connection after a body above the limit: a client that still sends would miss our
 * response.
 */
export const keepConnected = (reply: FastifyReply): FastifyReply => reply.removeHeader('connection')
