import type { Tool } from './tool.ts'
import { fetchUrlTool, type FetchSettings } from './fetch-url/tool.ts'
import { listFilesTool } from './files/list.ts'
import { readFileTool } from './files/read.ts'
import { searchFilesTool } from './files/search.ts'
import { saveFileTool, writeFileTool } from './files/write.ts'
import { runCommandTool, type CommandSettings } from './run-command/tool.ts'

/** Which tools the operator has switched on beside those for files; null is off. */
export interface BuiltInSettings {
  fetch: FetchSettings | null
  command: CommandSettings | null
}

/** The tools of every Hub, independent of its settings. */
export const builtInTools: readonly Tool[] = [
  listFilesTool,
  readFileTool,
  searchFilesTool,
  writeFileTool,
  saveFileTool,
]

/** All tools of the service that a Hub's settings switch on. */
export const allBuiltInTools = ({ fetch, command }: BuiltInSettings): readonly Tool[] => [
  ...builtInTools,
  ...(fetch ? [fetchUrlTool(fetch)] : []),
  ...(command ? [runCommandTool(command)] : []),
]
