import { isExactNumber } from '#ground/base/json/exact-number.ts'
import { isRecord } from '#ground/base/json/lenient.ts'
import {
  isJSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  specTypeSchemas,
  type JSONRPCRequest,
} from '@modelcontextprotocol/server'
import { markedDigits } from '#ground/base/json/marks.ts'
import type { RequestId } from './rpc.ts'

/** Removes parameters with the value null, which some clients write for parameters that they omit. */
export const withoutNulls = (body: unknown): unknown =>
  Array.isArray(body) ? body.map(messageWithoutNulls) : messageWithoutNulls(body)

function messageWithoutNulls(message: unknown): unknown {
  if (!isRecord(message) || !('params' in message)) return message
  const { params, ...rest } = message
  if (params === null) return rest
  return isRecord(params) ? { ...message, params: withoutNullMembers(params) } : message
}

const withoutNullMembers = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([key, member]) => [
        key,
        isRecord(member) && !isExactNumber(member) && !KEEPS_NULLS.has(key)
          ? withoutNullMembers(member)
          : member,
      ]),
  )

/** Nulls in these parameters stay, because a model or a person wrote them. */
const KEEPS_NULLS: ReadonlySet<string> = new Set(['arguments', 'inputResponses'])

export const messagesIn = (body: unknown): unknown[] => (Array.isArray(body) ? body : [body])

export const requestsIn = (body: unknown): JSONRPCRequest[] =>
  messagesIn(body).filter((message): message is JSONRPCRequest => isJSONRPCRequest(message))

export const isModern = (body: unknown): boolean =>
  isRecord(body) &&
  isRecord(body.params) &&
  isRecord(body.params['_meta']) &&
  PROTOCOL_VERSION_META_KEY in body.params['_meta']

export const requestsProgress = (body: unknown): boolean =>
  requestsIn(body).some(
    ({ method, params }) => method === 'tools/call' && params?.['_meta']?.progressToken !== undefined,
  )

export const cancelledIn = (body: unknown): RequestId[] =>
  messagesIn(body).flatMap((message) => {
    if (!isRecord(message) || message.method !== 'notifications/cancelled' || !isRecord(message.params))
      return []
    const { requestId } = message.params
    return isRequestId(requestId) ? [requestId] : []
  })

export const isRequestId = (value: unknown): value is RequestId => {
  if (typeof value !== 'string') return Number.isInteger(value)
  const digits = markedDigits(value)
  return digits === null || WHOLE_NUMBER.test(digits)
}

const WHOLE_NUMBER = /^-?\d+(?:\.0+)?$/

const PARAMETERS = {
  initialize: specTypeSchemas.InitializeRequestParams,
  ping: specTypeSchemas.PaginatedRequestParams,
  'tools/list': specTypeSchemas.PaginatedRequestParams,
  'tools/call': specTypeSchemas.CallToolRequestParams,
  'prompts/list': specTypeSchemas.PaginatedRequestParams,
  'prompts/get': specTypeSchemas.GetPromptRequestParams,
  'resources/list': specTypeSchemas.PaginatedRequestParams,
  'resources/templates/list': specTypeSchemas.PaginatedRequestParams,
  'resources/read': specTypeSchemas.ReadResourceRequestParams,
  'completion/complete': specTypeSchemas.CompleteRequestParams,
  'skills/list': specTypeSchemas.PaginatedRequestParams,
  'skills/get': specTypeSchemas.ReadResourceRequestParams,
  'resources/directory/read': specTypeSchemas.ReadResourceRequestParams,
} as const

const OF_HANDSHAKES: ReadonlySet<string> = new Set(['initialize', 'ping'])

export function malformedParameters(message: unknown): string | null {
  if (!isRecord(message) || typeof message.method !== 'string' || message.id === undefined) return null
  const { method, params = {} } = message
  if (!Object.hasOwn(PARAMETERS, method) || (isModern(message) && OF_HANDSHAKES.has(method))) return null
  if (!isRecord(params)) return `The parameters of ${method} must be an object.`
  const result = PARAMETERS[method as keyof typeof PARAMETERS]['~standard'].validate(params)
  if (result instanceof Promise) throw new TypeError('parameters are validated at once')
  const token = isRecord(params['_meta']) ? params['_meta'].progressToken : undefined
  if (!result.issues && token !== undefined && !isRequestId(token))
    return malformed('_meta.progressToken', method)
  const [issue] = result.issues ?? []
  if (!issue) return null
  const path = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part)).join('.')
  if (issue.message.endsWith('received undefined')) return `The parameter ${path} of ${method} is missing.`
  return malformed(path, method, EXPECTED.exec(issue.message)?.[1])
}

const EXPECTED = /^Invalid input: expected (\w+), received/

const malformed = (path: string, method: string, expected?: string): string => {
  const must = expected && NAMES[expected]
  return `The parameter ${path} of ${method} ${must ? `must be ${must}` : 'is malformed'}.`
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  boolean: 'true or false',
}
