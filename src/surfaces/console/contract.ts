import { z } from 'zod'
import { route } from '#ground/api/contract.ts'

/** Lists that change without the viewer's action; pages reload them on notification. */
const LiveList = z.enum(['runs', 'changes', 'denials', 'budgets'])

export const watchLists = route('get', '/live', {
  summary: 'Which lists of the caller’s have changed, as it happens',
  level: 'person',
  answer: z.object({ changed: z.array(LiveList).describe('Empty at first') }),
  isStream: true,
})

export const readDescription = route('get', '/openapi.json', {
  summary: 'This description',
  level: 'person',
  answer: z.looseObject({ openapi: z.string() }),
})
