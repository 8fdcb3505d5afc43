import type { IncomingHttpHeaders } from 'node:http'
import { newToken } from '#ground/base/ids.ts'
import { isHandshakeRevision, type HandshakeRevision } from './revisions.ts'

export const SESSION_HEADER = 'mcp-session-id'

/** The id is random, so that clients with the same key can't guess each other's ids. */
export interface McpSession {
  id: string
  revision: HandshakeRevision
}

const SHAPE = /^(\d{4}-\d{2}-\d{2})\.[\w-]{22}$/

export const newSessionId = (revision: HandshakeRevision): string => `${revision}.${newToken(128)}`

export function sessionIn(headers: IncomingHttpHeaders): McpSession | null {
  const id = String(headers[SESSION_HEADER] ?? '')
  const revision = SHAPE.exec(id)?.[1]
  return isHandshakeRevision(revision) ? { id, revision } : null
}
