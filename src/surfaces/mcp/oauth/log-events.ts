import type { Log } from '#ground/base/log.ts'

/** Events contain no codes, tokens or addresses. */
export const mcpOauthEvents = (log: Log) => ({
  registered: (e: { program: string }) =>
    log.info({ event: 'mcp.oauth.registered', ...e }, 'a program registered itself'),
  allowed: (e: { program: string; hub: string; account: string }) =>
    log.info({ event: 'mcp.oauth.allowed', ...e }, 'a person allowed a program access'),
  denied: (e: { program: string; hub: string; account: string }) =>
    log.info({ event: 'mcp.oauth.denied', ...e }, 'a person denied a program access'),
  revoked: (e: { account: string; signIn: string }) =>
    log.info({ event: 'mcp.oauth.revoked', ...e }, 'a person ended a program’s access'),
  documentRefused: (e: { host: string; reason: string }) =>
    log.warn({ event: 'mcp.oauth.document_refused', ...e }, 'refused the client metadata of a program'),
  refused: (e: { requestId: string; route: string; error: string }) =>
    log.info({ event: 'mcp.oauth.refused', ...e }, 'refused an OAuth request of a program'),
})

export type McpOauthEvents = ReturnType<typeof mcpOauthEvents>
