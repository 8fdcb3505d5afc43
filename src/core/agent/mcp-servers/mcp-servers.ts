import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { Hub, HubProblem } from '#ground/hub/hub.ts'
import { MCP_FILE } from '#ground/hub/mcp-file.ts'
import type { McpServerEntry } from '#ground/hub/mcp-file-schema.ts'
import type { Tool, ToolSource } from '#core/agent/tools/tool.ts'
import type { McpServerEvents } from './log-events.ts'
import type { ExplainMissingAccount, ConnectionToken } from './personal-links.ts'
import type { createMcpServer, McpServer } from './server.ts'
import { createWarden } from '#ground/base/programs/warden.ts'
import { prefixOf } from './tools/names.ts'
import { awaitedTools } from './tools/tool.ts'

export interface McpServersDeps {
  hub: Pick<Hub, 'folder' | 'mcpServers' | 'onChange'>
  environment: Environment
  connectionToken: ConnectionToken
  explainMissingAccount?: ExplainMissingAccount
  version: string
  clock: Clock
  events: McpServerEvents
}

export interface McpServerStatus {
  name: string
  /** Number of tools. Null if the server did not start; `problems` has the reason. */
  tools: number | null
  needsPerson: boolean
  problems: readonly HubProblem[]
}

export interface McpServers extends ToolSource, AsyncDisposable {
  check(): Promise<McpServerStatus[]>
  onChange(listener: () => void): () => void
}

export async function createMcpServers(deps: McpServersDeps): Promise<McpServers> {
  const { hub } = deps
  const warden = createWarden()
  const listeners = new Set<() => void>()
  const ending = new Set<Promise<void>>()
  let servers: readonly McpServer[] = []
  let entries: readonly McpServerEntry[] = []
  let doubled: readonly (HubProblem & { name: string })[] = []
  let tools: readonly Tool[] = []
  let isClosed = false
  let create: typeof createMcpServer | undefined
  let loading: Promise<void> | undefined

  const changed = () => {
    tools = servers.flatMap((server) => server.tools())
    for (const listener of listeners) listener()
  }
  const end = (server: McpServer) => {
    const closing = Promise.resolve(server[Symbol.asyncDispose]()).finally(() => ending.delete(closing))
    ending.add(closing)
  }
  const follow = () => {
    if (isClosed || hub.mcpServers() === entries) return
    if (!create && hub.mcpServers().length > 0) return void (loading ??= load())
    entries = hub.mcpServers()
    const { prefixed, problems } = withPrefixes(entries)
    doubled = problems
    const before = new Map(servers.map((server) => [keyOf(server.entry), server]))
    servers = prefixed.map(({ entry, prefix }) => {
      const key = keyOf(entry)
      const same = before.get(key)
      before.delete(key)
      return same ?? create!({ ...deps, hubFolder: hub.folder, entry, prefix, warden, onChange: changed })
    })
    for (const server of before.values()) end(server)
    changed()
  }
  /** Loads the MCP library only for the first server, because most Hubs have no server. */
  const load = async () => {
    create = (await import('./server.ts')).createMcpServer
    follow()
  }
  const unfollow = hub.onChange(follow)
  follow()
  await loading

  return {
    async ready(turn) {
      if (!loading) return
      await loading
      const needed = servers.filter(({ prefix }) => mayBeIn(turn?.allowed ?? null, prefix))
      await Promise.all(needed.map((server) => server.ready(turn?.caller ?? null)))
    },
    tools: () => tools,
    mayHave: (name) => servers.some(({ prefix, isListed }) => !isListed() && name.startsWith(`${prefix}__`)),
    awaited: () => servers.flatMap((server) => (server.isListed() ? [] : awaitedTools(server))),
    problems: () => [
      ...doubled.map(({ name: _, ...problem }) => problem),
      ...servers.flatMap((server) => server.problems()),
    ],
    async check() {
      await loading
      await Promise.all(servers.map((server) => server.started()))
      return [
        ...servers.map(statusOf),
        ...doubled.map(({ name, ...problem }) => ({ ...UNUSED, name, problems: [problem] })),
      ]
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      unfollow()
      for (const server of servers) end(server)
      await Promise.all(ending)
    },
  }
}

const statusOf = (server: McpServer): McpServerStatus => ({
  name: server.entry.name,
  tools: server.isListed() ? server.tools().length : null,
  needsPerson: server.needsPerson(),
  problems: server.problems(),
})

const UNUSED = { tools: null, needsPerson: false } as const

const keyOf = ({ name, reach, options }: McpServerEntry): string => JSON.stringify([name, reach, options])

const mayBeIn = (allowed: readonly string[] | null, prefix: string): boolean =>
  allowed === null || allowed.some((name) => name.startsWith(`${prefix}__`))

function withPrefixes(entries: readonly McpServerEntry[]) {
  const owners = new Map<string, string>()
  const prefixed: { entry: McpServerEntry; prefix: string }[] = []
  const problems: (HubProblem & { name: string })[] = []
  for (const entry of entries) {
    const { name, line, column } = entry
    const prefix = prefixOf(name)
    const owner = owners.get(prefix)
    const message = `${name} is not used: its tools would have the same names as those of ${owner}; give it another name`
    if (owner === undefined) prefixed.push({ entry, prefix })
    else problems.push({ name, file: MCP_FILE, line, column, message })
    owners.set(prefix, owner ?? name)
  }
  return { prefixed, problems }
}
