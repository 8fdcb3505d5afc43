import type { IncomingHttpHeaders } from 'node:http'
import { newToken } from '#ground/base/ids.ts'
import { isHandshakeRevision, type HandshakeRevision } from './revisions.ts'

export const SESSION_HEADER = 'mcp-session-id'

/**
 * A client between its `initialize` and its end. The server keeps no state of it: the id is random, so that clients with one key
 * cannot guess each other's, and carries the agreed revision, which clients of 2024-11-05 repeat in no header.
 */
export interface McpSession {
  id: string
  revision: HandshakeRevision
}

const SHAPE = /^(\d{4}-\d{2}-\d{2})\.[\w-]{22}$/

export const newSessionId = (revision: HandshakeRevision): string => `${revision}.${newToken(128)}`

/** The session that a request belongs to; null without an id in the form that this server issues. */
export function sessionIn(headers: IncomingHttpHeaders): McpSession | null {
  const id = String(headers[SESSION_HEADER] ?? '')
  const revision = SHAPE.exec(id)?.[1]
  return isHandshakeRevision(revision) ? { id, revision } : null
}
