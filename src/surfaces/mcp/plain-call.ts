import { isRecord } from '#ground/base/json/lenient.ts'
import type { IncomingHttpHeaders } from 'node:http'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'
import { MODERN_REVISION } from '#ground/base/mcp-revisions.ts'
import { isHandshakeRevision } from './revisions.ts'
import type { RequestId } from './rpc.ts'

export interface PlainCall {
  id: RequestId
  name: string
  arguments: Record<string, unknown>
  isModern: boolean
  traceparent?: string
}

const MESSAGE: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])
const PARAMS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta'])
/** Prefix of the protocol's own names in `_meta`; programs add other names. */
const RESERVED = 'io.modelcontextprotocol/'
const ENVELOPE: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
])

/** Null if the SDK must handle the call: the call may be invalid or need several messages. */
export function plainCall(body: unknown, headers: IncomingHttpHeaders): PlainCall | null {
  if (!isRecord(body) || body.jsonrpc !== '2.0' || body.method !== 'tools/call') return null
  const { id, params } = body
  if (!(typeof id === 'string' || Number.isSafeInteger(id)) || !isRecord(params)) return null
  const { name, arguments: given = {}, _meta: meta = {} } = params
  if (typeof name !== 'string' || !isRecord(given) || !isRecord(meta)) return null
  if (hasMore(body, MESSAGE) || hasMore(params, PARAMS)) return null
  if ('progressToken' in meta) return null
  const ofProtocol = Object.keys(meta).filter((key) => key.startsWith(RESERVED))
  const isModern = PROTOCOL_VERSION_META_KEY in meta
  if (!ofProtocol.every((key) => isModern && ENVELOPE.has(key))) return null
  if (isModern ? !isPlainModern(meta, name, headers) : !isPlainHandshake(headers)) return null
  const { traceparent } = meta
  if (traceparent !== undefined && typeof traceparent !== 'string') return null
  return { id: id as RequestId, name, arguments: given, isModern, ...(traceparent && { traceparent }) }
}

const hasMore = (value: object, than: ReadonlySet<string>): boolean =>
  Object.keys(value).some((key) => !than.has(key))

const isPlainHandshake = ({ 'mcp-protocol-version': version }: IncomingHttpHeaders): boolean =>
  version === undefined || isHandshakeRevision(version)

const isPlainModern = (meta: Record<string, unknown>, name: string, headers: IncomingHttpHeaders): boolean =>
  meta[PROTOCOL_VERSION_META_KEY] === MODERN_REVISION &&
  headers['mcp-protocol-version'] === MODERN_REVISION &&
  headers['mcp-method'] === 'tools/call' &&
  headers['mcp-name'] === name &&
  isEmpty(meta[CLIENT_CAPABILITIES_META_KEY]) &&
  isPlainInfo(meta[CLIENT_INFO_META_KEY])

const isEmpty = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0

const isPlainInfo = (info: unknown): boolean =>
  info === undefined ||
  (isRecord(info) &&
    Object.keys(info).every((key) => key === 'name' || key === 'version') &&
    typeof info.name === 'string' &&
    typeof info.version === 'string')
