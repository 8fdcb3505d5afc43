import type { FastifyRequest } from 'fastify'
import type { SignInFacts } from '../sessions.ts'

export const signInFactsOf = ({ ip, headers }: FastifyRequest): SignInFacts => ({
  address: ip,
  userAgent: headers['user-agent'] ?? null,
})
