import { join } from 'node:path'
import type { HubProblem } from './hub.ts'
import type { McpServerEntry } from './mcp-file-schema.ts'
import { readHubText, readErrorReason } from './read-text.ts'
import { createSignatures } from './signature.ts'

export const MCP_FILE = 'mcp.json'

export interface OpenMcpFile {
  current(): readonly McpServerEntry[]
  problems(): readonly HubProblem[]
  refresh(): Promise<boolean>
}

export function openMcpFile(root: string): OpenMcpFile {
  const path = join(root, MCP_FILE)
  const signatures = createSignatures()
  let entries: readonly McpServerEntry[] = []
  let problems: readonly HubProblem[] = []

  return {
    current: () => entries,
    problems: () => problems,
    async refresh() {
      if (signatures.changed([path]).length === 0) return false
      const text = await textOf(path)
      if (text === null) [entries, problems] = [[], []]
      else {
        const parsed = text instanceof Error ? unreadable(text) : await parse(text)
        const complaints = parsed.ok ? parsed.value.complaints : parsed.refusal
        problems = complaints.map((complaint) => ({ file: MCP_FILE, ...complaint }))
        if (parsed.ok) {
          const { entries: good, bad } = parsed.value
          entries = [...good, ...entries.filter(({ name }) => bad.includes(name))]
        }
      }
      return true
    },
  }
}

const textOf = async (path: string): Promise<string | Error | null> => {
  try {
    return await readHubText(path)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : (error as Error)
  }
}

/** Loads the parser late, because most Hubs have no `mcp.json`. */
const parse = async (text: string) => (await import('./mcp-file-parse.ts')).parseMcpFile(text)

const unreadable = (error: Error) => ({
  ok: false as const,
  refusal: [{ line: null, column: null, message: readErrorReason(error) }],
})
