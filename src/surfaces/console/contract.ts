import { z } from 'zod'
import { route } from '#ground/api/contract.ts'

export const readDescription = route('get', '/openapi.json', {
  summary: 'This description',
  level: 'person',
  answer: z.looseObject({ openapi: z.string() }),
})
