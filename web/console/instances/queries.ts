import { listInstances } from '#core/serving/contract.ts'
import { listQuery } from '../kit/list-query.ts'

/** Polled, since the end of a dead instance sends no event. */
export const instancesQuery = listQuery(listInstances, ['machines'], { refetchInterval: 5_000 })
