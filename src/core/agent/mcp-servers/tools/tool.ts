import { isRecord } from '#ground/base/json/lenient.ts'
import { accepted, refused } from '#ground/base/result.ts'
import type { AskPerson } from '#core/agent/tools/questions/ask.ts'
import type { McpServerEntry, McpServerOptions } from '#ground/hub/mcp-file-schema.ts'
import type { AwaitedTool, Restriction, Tool, ToolContext } from '#core/agent/tools/tool.ts'
import type { WithFiles } from '#core/agent/tools/with-files.ts'
import type { ServerTool } from './listing.ts'
import { offeredNames } from './names.ts'
import { missingIn } from './input-schema.ts'

export type ServerCallContext = ToolContext & { ask: AskPerson; audience: string | null }

export interface OfferedTool {
  server: string
  name: string
  tool: ServerTool
  options: McpServerOptions
  isPersonal(): boolean
  /** Recipient of a signed assertion with each call; null: none. */
  audience: string | null
  run(input: Record<string, unknown>, context: ServerCallContext): Promise<string | WithFiles>
}

/**
 * Does not use the annotations that the server sends, because an untrusted server could mark a harmful tool as safe.
 */
export function createMcpTool({ server, name, tool, options, isPersonal, audience, run }: OfferedTool): Tool {
  const { description, inputSchema } = tool
  return {
    name,
    description: description || `${tool.title ?? tool.name} (${server})`,
    inputSchema,
    parse: (input) => {
      if (!isRecord(input)) return refused('expected an object')
      const missing = missingIn(inputSchema, input)
      return missing.length === 0 ? accepted(input) : refused(`missing ${missing.join(', ')}`)
    },
    restricted: restrictionOf(tool.name, options),
    get needs() {
      return {
        env: [],
        connection: isPersonal() ? server : null,
        assertions: audience === null ? [] : [audience],
      }
    },
    surfaces: null,
    confirm: false,
    readOnly: options.readOnly.includes(tool.name),
    prolongedByProgress: true,
    timeoutMs: options.timeout === null ? null : options.timeout * 1000,
    title: () => `${server}: ${tool.title ?? tool.name}`,
    run: (input, context) =>
      run(input as Record<string, unknown>, { ...context, ask: declineQuestion, audience }),
    runWithQuestions: (input, context, ask) =>
      run(input as Record<string, unknown>, { ...context, ask, audience }),
  }
}

const declineQuestion: AskPerson = async ({ subject }) => ({ action: subject ? 'unattended' : 'unclear' })

export function restrictionOf(tool: string, { restricted }: McpServerOptions): Restriction | null {
  if (restricted === null) return null
  return forWholeServer(restricted) ?? new Map(Object.entries(restricted as ByTool)).get(tool) ?? null
}

type Restricted = NonNullable<McpServerOptions['restricted']>
type ByTool = Readonly<Record<string, Restriction>>

/**
 * The key `capability` of `restricted` has two meanings: a string is the capability that the whole server requires;
 * an object restricts a tool named `capability`.
 */
export const forWholeServer = (restricted: Restricted): Restriction | null =>
  typeof restricted.capability === 'string' ? (restricted as Restriction) : null

export function awaitedTools({
  entry,
  prefix,
}: {
  entry: Pick<McpServerEntry, 'options'>
  prefix: string
}): AwaitedTool[] {
  const { restricted } = entry.options
  if (restricted === null) return []
  const whole = forWholeServer(restricted)
  if (whole) return [{ name: `${prefix}__…`, restricted: whole, needs: { env: [] } }]
  const names = offeredNames(prefix, Object.keys(restricted))
  return Object.entries(restricted as ByTool).map(([tool, restriction]) => ({
    name: names.get(tool)!,
    restricted: restriction,
    needs: { env: [] },
  }))
}
