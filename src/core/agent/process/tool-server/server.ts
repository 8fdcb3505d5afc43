import { Server, type CallToolResult, type Tool as ListedTool } from '@modelcontextprotocol/server'
import type { CallOutcome } from '#core/agent/turn/call.ts'
import type { Toolbox } from '#core/agent/tools/toolbox.ts'
import { unmarkedJson } from '#ground/base/json/marks.ts'
import type { ToolCall } from '#ground/turn/schema.ts'

export interface ToolServerDeps {
  /** What clients are shown. */
  identity: { name: string; title?: string; version: string }
  /** What a client tells its model about the server; null is nothing. */
  instructions: string | null
  /** The tools as they are for whoever asks, looked up for every request. */
  toolbox(): Toolbox | Promise<Toolbox>
  /** Run a call, with all that is decided and recorded about it. */
  call(call: ToolCall, signal: AbortSignal): Promise<Pick<CallOutcome, 'text' | 'failed'>>
}

/**
 * A toolbox as an MCP server, for one request or connection. Who may reach it is checked in front of it.
 *
 * A tool that fails is a result that says so, as models expect; only what is no call at all is a protocol error.
 */
export function createToolServer({ identity, instructions, toolbox, call }: ToolServerDeps): Server {
  const server = new Server(identity, {
    capabilities: { tools: {} },
    ...(instructions !== null && { instructions }),
  })
  server.setRequestHandler('tools/list', async () => ({ tools: listed(await toolbox()) }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }): Promise<CallToolResult> => {
    const input = unmarkedJson(JSON.stringify(params.arguments ?? {}))
    const { text, failed } = await call({ id: String(mcpReq.id), name: params.name, input }, mcpReq.signal)
    return { content: [{ type: 'text', text }], ...(failed && { isError: true }) }
  })
  return server
}

const listed = (toolbox: Toolbox): ListedTool[] =>
  toolbox.specs.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema: inputSchema as ListedTool['inputSchema'],
    annotations: { readOnlyHint: toolbox.get(name)?.readOnly ?? false },
  }))
