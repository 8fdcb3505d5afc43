import { oneOf, pageNumber, search, text } from '../kit/search.ts'

export const inboxSearch = search({
  hub: text,
  endpoint: text,
  page: pageNumber,
  state: oneOf(['pending', 'claimed', 'processed', 'unmatched', 'quarantined']),
})
