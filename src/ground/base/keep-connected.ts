import type { FastifyReply } from 'fastify'

/**
 * Keeps the connection open, so that a client that is still sending receives our response. After a body above the
 * limit, Fastify closes the connection, and the client would see only a broken connection.
 */
export const keepConnected = (reply: FastifyReply): FastifyReply => reply.removeHeader('connection')
