import type { ChatAccess } from '#core/access/schema.ts'
import type { McpConnectionsPage } from '#surfaces/mcp/connections/schema.ts'
import type { McpAuthorization, McpDecided } from '#surfaces/mcp/oauth/schema.ts'
import { SIGN_INS_PATH, type SignIn, type SignInsApi } from '../../ui/keys/sign-in.ts'
import { get, post, request } from './client.ts'

/** Which Hubs somebody may use. */
export const readChatAccess = (signal?: AbortSignal) => get<ChatAccess>('/chat-access', {}, signal)

export const listMcpConnections = (
  filter: { hub: string; offset: number; limit: number },
  signal?: AbortSignal,
) => get<McpConnectionsPage>('/mcp-connections', filter, signal)

/** What stands in the address by which a program sends a person here. */
export type Asked = Readonly<Record<string, string>>

export const readAuthorization = (asked: Asked, signal?: AbortSignal) =>
  get<McpAuthorization>('/mcp-authorization', asked, signal)

export const decideAuthorization = (decision: Asked | { allow: boolean }) =>
  post<McpDecided>('/mcp-authorization', decision)

/** The programs that the person signed in. */
export const signInsApi: SignInsApi = {
  list: (signal) => request<{ items: SignIn[] }>(SIGN_INS_PATH, { signal: signal ?? null }),
  end: (id) => request(`${SIGN_INS_PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
}
