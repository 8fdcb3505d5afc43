import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

const PAGE = 500

/** @throws ProtocolError if the server did not issue the cursor. */
export function sliceMcpPage<T>(
  all: readonly T[],
  cursor: string | undefined,
): { items: T[]; nextCursor?: string } {
  const start = cursor === undefined ? 0 : startOf(cursor)
  const end = start + PAGE
  return { items: all.slice(start, end), ...(end < all.length && { nextCursor: `from-${end}` }) }
}

const startOf = (cursor: string): number => {
  const start = /^from-(\d{1,9})$/.exec(cursor)?.[1]
  if (start === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor does not come from this server.')
  return Number(start)
}
