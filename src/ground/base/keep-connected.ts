import type { FastifyReply } from 'fastify'

/**
 * Let whoever still sends get our answer. After a body that is too large the framework would hang up at once, and the
 * sender, or the edge before us, would learn of the broken connection and not of the reason.
 */
export const keepConnected = (reply: FastifyReply): FastifyReply => reply.removeHeader('connection')
