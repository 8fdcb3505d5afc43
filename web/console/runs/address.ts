import { RUN_SORT } from '#ground/api/list-sorts.ts'
import { sortReaders } from '../kit/order.ts'
import { oneOf, pageNumber, search, text } from '../kit/search.ts'
import { spanReaders } from '../kit/span.ts'

export const runsSearch = search({
  hub: text,
  page: pageNumber,
  workflow: text,
  run_id: text,
  status: oneOf(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
  user: text,
  ...spanReaders,
  ...sortReaders(RUN_SORT),
})
