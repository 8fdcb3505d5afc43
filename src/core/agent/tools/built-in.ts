import type { Tool } from './tool.ts'
import { fetchUrlTool, type FetchSettings } from './fetch-url/tool.ts'
import { listFilesTool } from './files/list.ts'
import { readFileTool } from './files/read.ts'
import { searchFilesTool } from './files/search.ts'
import { saveFileTool, writeFileTool } from './files/write.ts'
import { runCommandTool, type CommandSettings } from './run-command/tool.ts'

export interface BuiltInSettings {
  fetch: FetchSettings | null
  command: CommandSettings | null
}

export const builtInTools: readonly Tool[] = [
  listFilesTool,
  readFileTool,
  searchFilesTool,
  writeFileTool,
  saveFileTool,
]

export const allBuiltInTools = ({ fetch, command }: BuiltInSettings): readonly Tool[] => [
  ...builtInTools,
  ...(fetch ? [fetchUrlTool(fetch)] : []),
  ...(command ? [runCommandTool(command)] : []),
]
