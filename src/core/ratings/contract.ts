import { route } from '#ground/api/contract.ts'
import { RatingsPage, RatingsQuery } from './schema.ts'

export const listRatings = route('get', '/ratings', {
  summary: 'Ratings of a Hub’s answers, newest first',
  level: 'admin',
  query: RatingsQuery,
  answer: RatingsPage,
  refusals: ['outside_ceiling', 'not_found'],
})
