import type { Cursor } from './schema.ts'

const PAGE_SIZE = 60

interface Paging {
  page?: number | undefined
  cursor?: Cursor | undefined
}

/** Clients that request no pages get all chats. */
export const pageOf = ({ page, cursor }: Paging) => {
  if (cursor) return { after: cursor, limit: PAGE_SIZE }
  return page === undefined ? {} : { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }
}
