import { z } from 'zod'
import type { ToolCallUpdate } from '@agentclientprotocol/sdk'
import { SERVER_NAME } from './tool-endpoint.ts'

export type Described = Pick<ToolCallUpdate, 'kind' | 'locations' | 'name' | 'title' | 'rawInput'>

/** Ignores calls with a kind or locations, because their title may be a command or file that is named like a tool. */
export function ourTool(call: Described, tools: readonly string[]): { name: string | null } | null {
  if ((call.kind ?? 'other') !== 'other' || (call.locations?.length ?? 0) > 0) return null
  for (const text of [call.name, call.title]) {
    const name = text && PATTERNS.map((pattern) => pattern.exec(text.trim())?.[1]).find(Boolean)
    if (name && tools.includes(name)) return { name }
  }
  return Approval.safeParse(call.rawInput).success ? { name: null } : null
}

/**
 * Agents write the tool `read_file` as `mcp__hub__read_file`, `hub_read_file`, `hub/read_file`, `hub: read_file` or
 * `read_file (hub MCP Server)`.
 */
const PATTERNS = [
  new RegExp(`^(?:Tool: )?(?:mcp__)?${SERVER_NAME}(?:__|_|-|/|\\.|::?\\s*)([\\w-]+)$`, 'i'),
  new RegExp(`^([\\w-]+) \\(${SERVER_NAME}(?: MCP Server)?\\)$`, 'i'),
]

/** Codex's permission request for an MCP server's tool names the server, not the tool. */
const Approval = z.strictObject({
  server_name: z.literal(SERVER_NAME),
  id: z.unknown(),
  turn_id: z.unknown().optional(),
  request: z.looseObject({ _meta: z.looseObject({ codex_approval_kind: z.literal('mcp_tool_call') }) }),
})
