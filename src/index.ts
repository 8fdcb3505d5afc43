export { ConnectionNeeded } from '#core/agent/tools/connection-needed.ts'
export { defineTool, type ToolDefinition } from '#core/agent/tools/define-tool.ts'
export type {
  ToolConnection,
  Restriction,
  ToolSavedFile,
  Tool,
  ToolContext,
  ToolFiles,
} from '#core/agent/tools/tool.ts'
export type { NamedSource } from '#ground/turn/schema.ts'
export type { Caller } from '#ground/identity/caller.ts'
export { z } from 'zod'
