import { isRecord } from '#ground/base/json/lenient.ts'
/** Codes of JSON-RPC errors that we make ourselves. */
export const PARSE_ERROR = -32_700
export const INVALID_REQUEST = -32_600
/** For refusals without a code of their own; the HTTP status distinguishes them. */
export const REFUSED = -32_000
export const INVALID_PARAMS = -32_602
export const INTERNAL_ERROR = -32_603
/** The code that the Language Server Protocol has for a request that its client cancelled; MCP has none. */
export const CANCELLED = -32_800

export type RequestId = string | number

/** A JSON-RPC error. @param data Stable name of what is refused, for programs. */
export const rpcErrorBody = (
  code: number,
  message: string,
  id: RequestId | null = null,
  data?: { code: string },
) => ({
  jsonrpc: '2.0' as const,
  error: { code, message, ...(data && { data }) },
  id,
})

/** The id of a request, even if it is otherwise invalid. */
export const requestIdOf = (body: unknown): RequestId | null => {
  if (!isRecord(body)) return null
  const { id } = body
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
