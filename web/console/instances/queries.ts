import { listInstances } from '#core/serving/contract.ts'
import { listQuery } from '../kit/list-query.ts'

/** Polled, because an instance that dies sends no event. */
export const instancesQuery = listQuery(listInstances, ['machines'], { refetchInterval: 5_000 })
