/** In the place of the personal API key. */
const KEY = 'YOUR_API_KEY'

export interface McpClient {
  id: string
  name: string
  /** Where the lines go. */
  where: string
  lines: string
}

/** Lines to copy for each client that people use, for a Hub's MCP server. Pure. */
export function mcpClients(
  name: string,
  url: string,
  texts: { terminal: string; file(name: string): string },
): McpClient[] {
  const headers = { Authorization: `Bearer ${KEY}` }
  const json = (value: unknown) => JSON.stringify(value, null, 2)
  return [
    {
      id: 'claude-code',
      name: 'Claude Code',
      where: texts.terminal,
      lines: `claude mcp add --transport http ${name} ${url} \\\n  --header "Authorization: Bearer ${KEY}"`,
    },
    {
      id: 'cursor',
      name: 'Cursor',
      where: texts.file('.cursor/mcp.json'),
      lines: json({ mcpServers: { [name]: { url, headers } } }),
    },
    {
      id: 'vs-code',
      name: 'VS Code',
      where: texts.file('.vscode/mcp.json'),
      lines: json({ servers: { [name]: { type: 'http', url, headers } } }),
    },
    {
      id: 'claude-desktop',
      name: 'Claude Desktop',
      where: texts.file('claude_desktop_config.json'),
      lines: json({
        mcpServers: {
          [name]: {
            command: 'npx',
            args: ['mcp-remote', url, '--header', 'Authorization: Bearer ${KEY}'],
            env: { KEY },
          },
        },
      }),
    },
  ]
}
