import type { ChatAccess } from '#access/schema.ts'
import type { McpConnectionsPage } from '#mcp/connections/schema.ts'
import { get } from './client.ts'

/** Which Hubs somebody may use. */
export const readChatAccess = (signal?: AbortSignal) => get<ChatAccess>('/chat-access', {}, signal)

export const listMcpConnections = (
  filter: { hub: string; offset: number; limit: number },
  signal?: AbortSignal,
) => get<McpConnectionsPage>('/mcp-connections', filter, signal)
