/** In the place of a key that is not known. */
export const KEY_PLACE = 'YOUR_API_KEY'

export interface McpClient {
  id: string
  name: string
  /** Where the lines go. */
  where: string
  lines: string
  /** Address of the server for it. */
  url: string
  /** Whether it sends a key. */
  hasKey: boolean
}

export interface McpServer {
  /** Slug of the Hub. */
  slug: string
  url: string
  /** Address for programs that sign people in; null when there is none. */
  signInUrl: string | null
  /** Personal API key; null while there is none to show. */
  key: string | null
}

/** Lines to copy for each client that people use, for a Hub's MCP server. Pure. */
export function mcpClients(
  { slug, url, signInUrl, key }: McpServer,
  texts: { terminal: string; file(name: string): string; connector: string; withoutKey: string },
): McpClient[] {
  const name = serverName(slug)
  const bearer = `Bearer ${key ?? KEY_PLACE}`
  const headers = { Authorization: bearer }
  const byKey: Omit<McpClient, 'url' | 'hasKey'>[] = [
    {
      id: 'claude-code',
      name: 'Claude Code',
      where: texts.terminal,
      lines: `claude mcp add --transport http ${name} ${url} \\\n  --header "Authorization: ${bearer}"`,
    },
    {
      id: 'claude-desktop',
      name: 'Claude Desktop',
      where: texts.file('claude_desktop_config.json'),
      lines: json({
        mcpServers: {
          [name]: {
            command: 'npx',
            args: [
              '-y',
              'mcp-remote',
              url,
              '--header',
              // Without a space: on Windows an argument with one is torn apart.
              'Authorization:${AUTHORIZATION}',
              ...(isSafe(url) ? [] : ['--allow-http']),
            ],
            env: { AUTHORIZATION: bearer },
          },
        },
      }),
    },
    {
      id: 'cursor',
      name: 'Cursor',
      where: texts.file('~/.cursor/mcp.json'),
      lines: json({ mcpServers: { [name]: { url, headers } } }),
    },
    {
      id: 'vs-code',
      name: 'VS Code',
      where: texts.file('mcp.json, which the command “MCP: Open User Configuration” opens'),
      lines: json({ servers: { [name]: { type: 'http', url, headers } } }),
    },
    {
      id: 'codex',
      name: 'Codex',
      where: texts.file('~/.codex/config.toml'),
      lines: `[mcp_servers.${name}]\nurl = "${url}"\nhttp_headers = { "Authorization" = "${bearer}" }`,
    },
    {
      id: 'curl',
      name: 'curl',
      where: texts.terminal,
      lines: [
        `curl ${url} \\`,
        `  -H "Authorization: ${bearer}" \\`,
        "  -H 'content-type: application/json' \\",
        "  -H 'accept: application/json, text/event-stream' \\",
        `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
      ].join('\n'),
    },
  ]
  // Programs that know no key, such as Claude in a browser, have an address of their own.
  const bySignIn: McpClient[] =
    signInUrl === null
      ? []
      : [
          {
            id: 'connector',
            name: texts.withoutKey,
            where: texts.connector,
            lines: signInUrl,
            url: signInUrl,
            hasKey: false,
          },
        ]
  return [...byKey.map((client) => ({ ...client, url, hasKey: true })), ...bySignIn]
}

/** A slug may have letters that clients refuse in a name. */
const serverName = (slug: string): string =>
  slug.replaceAll(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'hub'

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** Whether a client takes the address without being told to: a key over plain http is for this machine only. */
const isSafe = (url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}
