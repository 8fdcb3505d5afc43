import { SERVER_NAME } from './tool-endpoint.ts'

/**
 * Whether an agent means one of our tools. Agents name a server's tools in ways of their own; a name that only holds
 * one somewhere, such as a command line, does not count.
 */
export function isOurTool(
  { name, title }: { name?: string | null; title?: string | null },
  tools: readonly string[],
): boolean {
  return [name, title].some((text) => {
    const tool = text && PATTERNS.map((pattern) => pattern.exec(text.trim())?.[1]).find(Boolean)
    return Boolean(tool) && tools.includes(tool!)
  })
}

/** `mcp__hub__read_file`, `hub_read_file`, `hub/read_file`, `hub: read_file`; `read_file (hub MCP Server)`. */
const PATTERNS = [
  new RegExp(`^(?:mcp__)?${SERVER_NAME}(?:__|_|-|/|\\.|::?\\s*)([\\w-]+)$`, 'i'),
  new RegExp(`^([\\w-]+) \\(${SERVER_NAME}(?: MCP Server)?\\)$`, 'i'),
]
