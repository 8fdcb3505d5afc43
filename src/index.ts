/** What a Hub's own code may import as `hub-service`. */
export { ConnectionNeeded } from '#agent/connection-needed.ts'
export { defineTool, type ToolDefinition } from '#agent/define-tool.ts'
export type { Connection, Restriction, SavedFile, Tool, ToolContext, ToolFiles } from '#agent/tool.ts'
export type { Caller } from '#identity/caller.ts'
export { z } from 'zod'
