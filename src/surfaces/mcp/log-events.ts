import type { Log } from '#ground/base/log.ts'

/** Events contain no arguments, results or keys. */
export const mcpEvents = (log: Log) => ({
  /** Successful calls are only debug events, because there may be thousands per second. */
  called: (e: { requestId: string; tool: string; ms: number; outcome: 'done' | 'failed' | 'aborted' }) =>
    log[e.outcome === 'done' ? 'debug' : 'info']({ event: 'mcp.called', ...e }, 'tool called over MCP'),
  refused: (e: { requestId: string; status: number; reason: string }) =>
    log.info({ event: 'mcp.refused', ...e }, 'MCP request refused'),
  withdrawn: (e: { requestId: string; reason: string }) =>
    log.info({ event: 'mcp.withdrawn', ...e }, 'access lost during an MCP request'),
  unchecked: (error: unknown) =>
    log.error({ event: 'mcp.unchecked', err: error }, 'failed to check an MCP key'),
  troubled: (error: unknown) => log.debug({ event: 'mcp.troubled', err: error }, 'malformed MCP request'),
  cancellationFailed: (error: unknown) =>
    log.error({ event: 'mcp.cancellation_failed', err: error }, 'failed to cancel an MCP request'),
  failed: (e: { requestId: string; error: unknown }) =>
    log.error({ event: 'mcp.failed', requestId: e.requestId, err: e.error }, 'MCP request failed'),
})

export type McpEvents = ReturnType<typeof mcpEvents>
