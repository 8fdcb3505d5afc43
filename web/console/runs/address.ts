import { oneOf, pageNumber, search, text } from '../kit/search.ts'
import { spanReaders } from '../kit/span.ts'

export const runsSearch = search({
  hub: text,
  page: pageNumber,
  workflow: text,
  run_id: text,
  status: oneOf(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
  ...spanReaders,
})
