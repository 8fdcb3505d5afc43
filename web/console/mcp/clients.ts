export const KEY_PLACE = 'YOUR_API_KEY'

export interface McpClient {
  id: string
  name: string
  where: string
  lines: string
  url: string
  hasKey: boolean
}

export interface McpServerAddress {
  slug: string
  url: string
  /** Null if the Hub has no OAuth. */
  signInUrl: string | null
  /** Null unless a key was just created. */
  key: string | null
}

export function mcpClients({ slug, url, signInUrl, key }: McpServerAddress, texts: ClientTexts): McpClient[] {
  const setup = { name: serverName(slug), url, bearer: `Bearer ${key ?? KEY_PLACE}` }
  const byKey = KEY_CLIENTS.map(({ id, name, where, lines }) => ({
    id,
    name,
    where: where(texts),
    lines: lines(setup),
    url,
    hasKey: true,
  }))
  if (signInUrl === null) return byKey
  // Clients without keys, such as Claude in a browser, use OAuth at another address.
  const { withoutKey: name, connector: where } = texts
  return [...byKey, { id: 'connector', name, where, lines: signInUrl, url: signInUrl, hasKey: false }]
}

interface ClientTexts {
  terminal: string
  file(name: string): string
  openedBy(name: string, command: string): string
  connector: string
  withoutKey: string
}

interface KeyClient {
  id: string
  name: string
  where(texts: ClientTexts): string
  lines(setup: { name: string; url: string; bearer: string }): string
}

const KEY_CLIENTS: readonly KeyClient[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    where: ({ terminal }) => terminal,
    lines: ({ name, url, bearer }) =>
      `claude mcp add --transport http ${name} ${url} \\\n  --header "Authorization: ${bearer}"`,
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    where: ({ file }) => file('claude_desktop_config.json'),
    lines: ({ name, url, bearer }) =>
      json({
        mcpServers: {
          [name]: {
            command: 'npx',
            args: [
              '-y',
              'mcp-remote',
              url,
              '--header',
              // No space after the colon: `mcp-remote` on Windows splits arguments at spaces.
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
    where: ({ file }) => file('~/.cursor/mcp.json'),
    lines: ({ name, url, bearer }) =>
      json({ mcpServers: { [name]: { url, headers: { Authorization: bearer } } } }),
  },
  {
    id: 'vs-code',
    name: 'VS Code',
    where: ({ openedBy }) => openedBy('mcp.json', 'MCP: Open User Configuration'),
    lines: ({ name, url, bearer }) =>
      json({ servers: { [name]: { type: 'http', url, headers: { Authorization: bearer } } } }),
  },
  {
    id: 'codex',
    name: 'Codex',
    where: ({ file }) => file('~/.codex/config.toml'),
    lines: ({ name, url, bearer }) =>
      `[mcp_servers.${name}]\nurl = "${url}"\nhttp_headers = { "Authorization" = "${bearer}" }`,
  },
  {
    id: 'curl',
    name: 'curl',
    where: ({ terminal }) => terminal,
    lines: ({ url, bearer }) =>
      [
        `curl ${url} \\`,
        `  -H "Authorization: ${bearer}" \\`,
        "  -H 'content-type: application/json' \\",
        "  -H 'accept: application/json, text/event-stream' \\",
        `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
      ].join('\n'),
  },
]

/** Clients refuse some characters that a slug may contain. */
const serverName = (slug: string): string =>
  slug.replaceAll(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'hub'

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** Clients accept plain HTTP by default only for this computer. */
const isSafe = (url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}
