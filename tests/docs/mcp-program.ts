import {
  OldClient,
  programOf,
  StdioClientTransport,
  StreamableHTTPClientTransport,
} from '../clients/clients.ts'

export async function listToolsWith(lines: string): Promise<string[]> {
  const client = new OldClient({ name: 'reader', version: '1' })
  await client.connect(transportOf(lines))
  try {
    return (await client.listTools()).tools.map(({ name }) => name)
  } finally {
    await client.close()
  }
}

const transportOf = (lines: string) => {
  const { command, args = [], env = {}, url, headers } = entryOf(lines)
  if (url !== undefined)
    return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: headers ?? {} } })
  if (command !== 'npx' || args[1] !== 'mcp-remote')
    throw new Error(`${command} is not among the programs of the tests`)
  const program = programOf('mcp-remote', 'mcp-remote')
  const given = args.slice(2).map((text) => text.replace('${AUTHORIZATION}', env['AUTHORIZATION'] ?? ''))
  return new StdioClientTransport({
    command: process.execPath,
    args: [program, ...given],
    env,
    stderr: 'ignore',
  })
}

interface Entry {
  command?: string
  args?: string[]
  env?: Record<string, string>
  url?: string
  headers?: Record<string, string>
}

const entryOf = (lines: string): Entry => {
  if (!lines.startsWith('{')) return { url: /^url = "(.*)"/m.exec(lines)![1]!, headers: tomlHeaders(lines) }
  const { mcpServers, servers } = JSON.parse(lines) as Record<string, Record<string, Entry>>
  return Object.values(mcpServers ?? servers ?? {})[0]!
}

const tomlHeaders = (lines: string): Record<string, string> =>
  Object.fromEntries([...lines.matchAll(/"(\w+)" = "([^"]*)"/g)].map(([, name, value]) => [name!, value!]))
