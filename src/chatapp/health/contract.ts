import { chatRoute } from '#chatapp/http/contract.ts'
import { Description, Version, Working } from './schema.ts'

const open = { level: 'open', answer: Working } as const

export const readHealth = chatRoute('get', '/health', { ...open, summary: 'Whether the server is there' })

export const readReadiness = chatRoute('get', '/ready', {
  refusals: ['draining'],
  ...open,
  summary: 'Whether it can work: its store answers, and its machine takes new turns',
  alsoAt: '/health/db',
})

export const readVersion = chatRoute('get', '/api/version', {
  level: 'open',
  summary: 'Which release it is',
  answer: Version,
})

export const readDescription = chatRoute('get', '/api/v1/openapi.json', {
  level: 'verified',
  summary: 'This description',
  answer: Description,
})
