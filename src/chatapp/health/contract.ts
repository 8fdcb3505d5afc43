import { chatRoute } from '#chatapp/http/contract.ts'
import { Description, Version, Working } from './schema.ts'

const open = { level: 'open', answer: Working } as const

export const readHealth = chatRoute('get', '/health', { ...open, summary: 'Liveness of the server' })

export const readReadiness = chatRoute('get', '/ready', {
  refusals: ['draining'],
  ...open,
  summary: 'Readiness: the database responds and the instance accepts new turns',
  alsoAt: '/health/db',
})

export const readVersion = chatRoute('get', '/api/version', {
  level: 'open',
  summary: 'Version of the release',
  answer: Version,
})

export const readDescription = chatRoute('get', '/api/v1/openapi.json', {
  level: 'verified',
  summary: 'OpenAPI description of this API',
  answer: Description,
})
