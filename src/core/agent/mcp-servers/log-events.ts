import type { Log } from '#ground/base/log.ts'

/** Log events of external MCP servers. They contain no inputs, results, headers or variables. */
export const mcpServerEvents = (log: Log) => ({
  started: (e: { server: string; tools: number; ms: number }) =>
    log.info({ event: 'mcp-server.started', ...e }, 'MCP server started'),
  failed: (e: { server: string; reason: string; waitMs: number | null }) =>
    log.warn({ event: 'mcp-server.failed', ...e }, 'MCP server failed'),
  stopped: (e: { server: string; reason: 'idle' | 'closed' }) =>
    log.info({ event: 'mcp-server.stopped', ...e }, 'MCP server stopped'),
  listed: (e: { server: string; tools: number }) =>
    log.info({ event: 'mcp-server.listed', ...e }, 'MCP server changed its tools'),
  unreadable: (e: { server: string; tool: string; reason: string }) =>
    log.warn({ event: 'mcp-server.unreadable', ...e }, 'left out an unreadable part of an MCP result'),
  outputLine: (e: { server: string; line: string }) =>
    log.info({ event: 'mcp-server.said', ...e }, 'MCP server output'),
})

export type McpServerEvents = ReturnType<typeof mcpServerEvents>
