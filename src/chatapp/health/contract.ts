import { route } from '#chatapp/http/contract.ts'
import { Version, Working } from './schema.ts'

const open = { level: 'open', answer: Working } as const

export const readHealth = route('get', '/health', { ...open, summary: 'Whether the server is there' })

export const readReadiness = route('get', '/ready', {
  ...open,
  summary: 'Whether it can work: its store answers, and its machine takes new turns',
  alsoAt: '/health/db',
})

export const readVersion = route('get', '/api/version', {
  level: 'open',
  summary: 'Which release it is',
  answer: Version,
})
