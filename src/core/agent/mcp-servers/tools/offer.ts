import type { McpServerEntry } from '#ground/hub/mcp-file-schema.ts'
import type { Tool, ToolContext } from '#core/agent/tools/tool.ts'
import type { WithFiles } from '#core/agent/tools/with-files.ts'
import type { ToolListing, ServerTool } from './listing.ts'
import { offeredNames } from './names.ts'
import { createMcpTool, forWholeServer, type ServerCallContext } from './tool.ts'

export interface OfferDeps {
  entry: McpServerEntry
  prefix: string
  call(
    tool: ServerTool,
    input: Record<string, unknown>,
    context: ServerCallContext,
  ): Promise<string | WithFiles>
  isPersonal(): boolean
  audience: string | null
  connectFirst(context: ToolContext): Promise<string>
}

export interface OfferedServerTools {
  /** Returns whether the list changed. */
  replaceListing(listing: ToolListing): boolean
  isListed(): boolean
  tools(): readonly Tool[]
  placeholder(): readonly Tool[]
  problems(): readonly string[]
}

export function createOffer({
  entry,
  prefix,
  call,
  isPersonal,
  audience,
  connectFirst,
}: OfferDeps): OfferedServerTools {
  const { name: server, options } = entry
  let listingText: string | null = null
  let tools: readonly Tool[] = []
  let complaints: readonly string[] = []
  let placeholder: readonly Tool[] | null = null

  const make = (tool: ServerTool, name: string) =>
    createMcpTool({
      server,
      name,
      tool,
      options,
      isPersonal,
      audience,
      run: (input, context) => call(tool, input, context),
    })

  return {
    replaceListing(listing) {
      const text = JSON.stringify(listing)
      if (text === listingText) return false
      listingText = text
      const chosen = listing.tools.filter(({ name }) => options.tools?.includes(name) ?? true)
      const names = offeredNames(
        prefix,
        chosen.map(({ name }) => name),
      )
      tools = chosen.map((tool) => make(tool, names.get(tool.name)!))
      complaints = [...listing.problems, ...unknownNames(entry, listing.tools)]
      return true
    },
    isListed: () => listingText !== null,
    tools: () => tools,
    placeholder: () =>
      (placeholder ??= [
        createMcpTool({
          server,
          name: `${prefix}__connect`,
          tool: placeholderTool(server),
          options: { ...options, readOnly: ['connect'] },
          isPersonal: () => false,
          audience: null,
          run: (_, context) => connectFirst(context),
        }),
      ]),
    problems: () => complaints,
  }
}

/** Names in `mcp.json` that match no tool: a mistyped name in `restricted` would leave a tool unrestricted. */
function unknownNames({ options }: McpServerEntry, tools: readonly ServerTool[]): string[] {
  const known = new Set(tools.map(({ name }) => name))
  const { restricted } = options
  const named: Record<string, readonly string[]> = {
    tools: options.tools ?? [],
    readOnly: options.readOnly,
    restricted: restricted === null || forWholeServer(restricted) ? [] : Object.keys(restricted),
  }
  return Object.entries(named).flatMap(([key, names]) =>
    names
      .filter((name) => !known.has(name))
      .map((name) => `\`hub.${key}\` names “${name}”, a tool it does not have`),
  )
}

const placeholderTool = (server: string): ServerTool => ({
  name: 'connect',
  title: 'Connect an account',
  description:
    `${server} works with an account of the person, and its tools are known once one is connected. ` +
    'Call this when the person wants something from it: it says how to connect the account.',
  inputSchema: { type: 'object', properties: {} },
  definition: { name: 'connect', inputSchema: { type: 'object' } },
})
