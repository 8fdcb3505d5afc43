import type { Log } from '#ground/base/log.ts'

/** Log events of outside MCP servers. No inputs, results, headers or variables. */
export interface McpServerEvents {
  started(e: { server: string; tools: number; ms: number }): void
  /** `waitMs` is null when it is not started again by itself. */
  failed(e: { server: string; reason: string; waitMs: number | null }): void
  stopped(e: { server: string; reason: 'idle' | 'closed' }): void
  listed(e: { server: string; tools: number }): void
  /** A part of a tool's result was left out. Logged once for each tool and reason. */
  unreadable(e: { server: string; tool: string; reason: string }): void
  /** A line of a program's standard error, masked and cut. */
  said(e: { server: string; line: string }): void
}

export const mcpServerEvents = (log: Log): McpServerEvents => ({
  started: (e) => log.info({ event: 'mcp-server.started', ...e }, 'MCP server started'),
  failed: (e) => log.warn({ event: 'mcp-server.failed', ...e }, 'MCP server failed'),
  stopped: (e) => log.info({ event: 'mcp-server.stopped', ...e }, 'MCP server stopped'),
  listed: (e) => log.info({ event: 'mcp-server.listed', ...e }, 'MCP server changed its tools'),
  unreadable: (e) =>
    log.warn({ event: 'mcp-server.unreadable', ...e }, 'left out an unreadable part of an MCP result'),
  said: (e) => log.info({ event: 'mcp-server.said', ...e }, 'MCP server output'),
})
