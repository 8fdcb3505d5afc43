import { listRatings } from '#core/ratings/contract.ts'
import { listQuery } from '../kit/list-query.ts'

export const ratingsQuery = listQuery(listRatings, ['ratings'])
