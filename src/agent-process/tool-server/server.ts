import { Server, type CallToolResult, type Tool as ListedTool } from '@modelcontextprotocol/server'
import type { ToolCallOutcome } from '#core/agent/turn/call.ts'
import type { Toolbox } from '#core/agent/tools/toolbox.ts'
import { unmarkedJson } from '#ground/base/json/marks.ts'
import type { ToolCall } from '#ground/turn/schema.ts'

export interface ToolServerDeps {
  identity: { name: string; title?: string; version: string }
  instructions: string | null
  /** Called for each `tools/list` request. */
  toolbox(): Toolbox | Promise<Toolbox>
  call(call: ToolCall, signal: AbortSignal): Promise<Pick<ToolCallOutcome, 'text' | 'failed'>>
}

/**
 * The callback `call` must check access, because this server does not. A failed tool call is a result, not a protocol
 * error.
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
