import { route } from '#ground/api/contract.ts'
import { RatingsPage, RatingsQuery } from './schema.ts'

export const listRatings = route('get', '/ratings', {
  summary: 'What people think of the answers of a Hub, newest first',
  level: 'admin',
  query: RatingsQuery,
  answer: RatingsPage,
  refusals: ['outside_ceiling', 'not_found'],
})
