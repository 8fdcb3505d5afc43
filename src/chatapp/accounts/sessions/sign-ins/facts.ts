import type { FastifyRequest } from 'fastify'
import type { SignInFacts } from '../sessions.ts'

/** What a request shows of who signs in. */
export const signInFactsOf = ({ ip, headers }: FastifyRequest): SignInFacts => ({
  address: ip,
  userAgent: headers['user-agent'] ?? null,
})
