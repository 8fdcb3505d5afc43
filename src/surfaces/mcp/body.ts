import { isRecord } from '#ground/base/json/lenient.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { JsonTooDeep } from '#ground/base/json/depth.ts'
import { parseJson } from '#ground/base/json/parse.ts'
import { JsonTooLarge, readJson } from '#ground/base/json/read.ts'
import { exactRpcMessage } from '#ground/base/json/rpc-message.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { isModern, isRequestId, malformedParameters, messagesIn, withoutNulls } from './messages.ts'
import { HANDSHAKE_REVISIONS, MODERN_REVISION } from '#ground/base/mcp-revisions.ts'
import { agreedRevision, ASSUMED_REVISION, isHandshakeRevision, type Revision } from './revisions.ts'
import { INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, REFUSED, requestIdOf, type RequestId } from './rpc.ts'
import { sessionIn, type McpSession } from './sessions.ts'

export interface McpBody {
  value: unknown
  revision: Revision
  session: McpSession | null
}

type Refusal = [status: number, message: string, code: number, id: RequestId | null]

/** `arguments` contain values that a model wrote; their numbers keep all digits. */
const KEEP_DIGITS: ReadonlySet<string> = new Set(['arguments'])
/** Maximum messages of one request, because the SDK validates them without yielding to other requests. */
const MAX_BATCH = 100
/** Maximum JSON values of one request, because a tool's schema validates arguments without yielding. */
const MAX_VALUES = 50_000
const LAST_REVISION_WITH_BATCHES = '2025-03-26'

export async function readMcpBody(
  text: string | undefined,
  headers: IncomingHttpHeaders,
): Promise<Result<McpBody, Refusal>> {
  try {
    const parsed = await readJson(text ?? '', {
      turns: processTurns,
      parse: parseJson,
      maxValues: MAX_VALUES,
    })
    const value = withoutNulls(exactRpcMessage(parsed, KEEP_DIGITS))
    const session = sessionIn(headers)
    const revision = revisionOf(value, headers, session)
    if (revision === null) return refused(unknownRevision(value, headers))
    const refusal = refusalOf(value, revision)
    return refusal ? refused(refusal) : accepted({ value, revision, session })
  } catch (error) {
    if (error instanceof JsonTooDeep)
      return refused([error.statusCode, error.message, INVALID_REQUEST, requestIdIn(text!)])
    if (error instanceof JsonTooLarge)
      return refused([error.statusCode, error.message, INVALID_REQUEST, null])
    if (!(error instanceof SyntaxError)) throw error
    return refused([400, 'The body is not valid JSON.', PARSE_ERROR, null])
  }
}

/** Null if the revision is unknown. */
function revisionOf(
  body: unknown,
  headers: IncomingHttpHeaders,
  session: McpSession | null,
): Revision | null {
  if (isModern(body)) return MODERN_REVISION
  if (isRecord(body) && body.method === 'initialize')
    return agreedRevision(isRecord(body.params) ? body.params['protocolVersion'] : undefined)
  const named = headers['mcp-protocol-version']
  if (named === undefined) return session?.revision ?? ASSUMED_REVISION
  return isHandshakeRevision(named) || named === MODERN_REVISION ? named : null
}

const unknownRevision = (body: unknown, headers: IncomingHttpHeaders): Refusal => {
  const named = String(headers['mcp-protocol-version']).slice(0, 100)
  const known = [MODERN_REVISION, ...HANDSHAKE_REVISIONS].join(', ')
  return [400, `MCP-Protocol-Version names “${named}”. This server has ${known}.`, REFUSED, requestIdOf(body)]
}

function refusalOf(body: unknown, revision: Revision): Refusal | null {
  if (Array.isArray(body)) {
    if (body.length > MAX_BATCH)
      return [400, `A batch can have at most ${MAX_BATCH} messages.`, INVALID_REQUEST, null]
    if (revision > LAST_REVISION_WITH_BATCHES)
      return [400, `Revision ${revision} has no batches. Send one message a request.`, INVALID_REQUEST, null]
    const ids = body.filter((message) => isRecord(message) && 'method' in message && 'id' in message)
    if (new Set(ids.map(({ id }: { id: unknown }) => id)).size < ids.length)
      return [400, 'Two requests of the batch have the same id.', INVALID_REQUEST, null]
  }
  for (const message of messagesIn(body)) {
    if (isRecord(message) && 'method' in message && 'id' in message && !isRequestId(message.id))
      return [400, 'The id of a request must be a string or a whole number.', INVALID_REQUEST, null]
    const malformed = malformedParameters(message)
    if (malformed !== null)
      return [Array.isArray(body) ? 400 : 200, malformed, INVALID_PARAMS, requestIdOf(message)]
  }
  return null
}

function requestIdIn(text: string): RequestId | null {
  try {
    return requestIdOf(JSON.parse(text))
  } catch {
    return null
  }
}
