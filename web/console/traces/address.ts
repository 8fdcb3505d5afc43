import { TRACE_SORT } from '#ground/api/list-sorts.ts'
import { sortReaders } from '../kit/order.ts'
import { oneOf, pageNumber, search, text } from '../kit/search.ts'

export const tracesSearch = search({
  hub: text,
  page: pageNumber,
  chat: text,
  run: text,
  user: text,
  state: oneOf(['ok', 'failed']),
  period: oneOf(['24h', '7d', '30d']),
  ...sortReaders(TRACE_SORT),
})
