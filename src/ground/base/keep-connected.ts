import type { FastifyReply } from 'fastify'

/**
 * Lets a client that is still sending get our response. After a body that is too large the framework would
 * close the connection at once, and the sender, or the edge before us, would see the broken connection and
 * not the reason.
 */
export const keepConnected = (reply: FastifyReply): FastifyReply => reply.removeHeader('connection')
