import type { IncomingHttpHeaders } from 'node:http'
import { newToken } from '#ground/base/ids.ts'
import { isHandshakeRevision, type HandshakeRevision } from './revisions.ts'

export const SESSION_HEADER = 'mcp-session-id'

/**
 * The server stores no session. The session id contains the agreed revision, because clients of 2024-11-05 send it in
 * no header. The id is random, so that clients with the same key can't guess the ids of each other's sessions.
 */
export interface McpSession {
  id: string
  revision: HandshakeRevision
}

const SHAPE = /^(\d{4}-\d{2}-\d{2})\.[\w-]{22}$/

export const newSessionId = (revision: HandshakeRevision): string => `${revision}.${newToken(128)}`

/** The session of a request; null without an id in the format of this server. */
export function sessionIn(headers: IncomingHttpHeaders): McpSession | null {
  const id = String(headers[SESSION_HEADER] ?? '')
  const revision = SHAPE.exec(id)?.[1]
  return isHandshakeRevision(revision) ? { id, revision } : null
}
