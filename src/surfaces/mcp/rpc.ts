import { isRecord } from '#ground/base/json/lenient.ts'
export const PARSE_ERROR = -32_700
export const INVALID_REQUEST = -32_600
export const REFUSED = -32_000
export const INVALID_PARAMS = -32_602
export const INTERNAL_ERROR = -32_603
/** The Language Server Protocol's code for a cancelled request; MCP has none. */
export const CANCELLED = -32_800

export type RequestId = string | number

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

/** Also reads the id of an invalid request. */
export const requestIdOf = (body: unknown): RequestId | null => {
  if (!isRecord(body)) return null
  const { id } = body
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
