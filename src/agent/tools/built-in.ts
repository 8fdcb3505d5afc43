import type { Tool } from '../tool.ts'
import { listFilesTool } from './files/list.ts'
import { readFileTool } from './files/read.ts'
import { searchFilesTool } from './files/search.ts'
import { saveFileTool, writeFileTool } from './files/write.ts'

/** Tools every Hub has. */
export const builtInTools: readonly Tool[] = [
  listFilesTool,
  readFileTool,
  searchFilesTool,
  writeFileTool,
  saveFileTool,
]
