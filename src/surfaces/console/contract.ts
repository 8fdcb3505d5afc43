import { z } from 'zod'
import { route } from '#ground/api/contract.ts'

const LiveList = z.enum(['runs', 'changes', 'denials', 'budgets'])

export const watchLists = route('get', '/live', {
  summary: 'Stream the names of the caller’s lists that change',
  level: 'person',
  answer: z.object({
    changed: z.array(LiveList).describe('Names of the changed lists; empty in the first message'),
  }),
  isStream: true,
})

export const readDescription = route('get', '/openapi.json', {
  summary: 'OpenAPI description of this API',
  level: 'person',
  answer: z.looseObject({ openapi: z.string() }),
})
