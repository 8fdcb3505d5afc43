import { isRecord } from '#ground/base/json/lenient.ts'
import {
  StreamableHTTPClientTransport,
  type Client,
  type Tool as ListedTool,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import { shortened } from '#ground/base/cut-text.ts'
import { NO_TIMEOUT_MS } from '../connect.ts'
import { MAX_TOOLS } from '../limits.ts'
import { RAW_TOOLS } from '../messages/lenient-message.ts'
import { headerFault } from './header-fault.ts'
import { unmarkNumbers } from '#ground/base/json/marks.ts'
import { withPlainNumbers } from '#ground/base/json/plain.ts'
import { listIn } from '#core/agent/model/tool-schemas/json-schema.ts'
import { inputSchemaFor } from './input-schema.ts'

export interface ServerTool {
  name: string
  title: string | null
  description: string
  inputSchema: Record<string, unknown>
  /** `outputSchema` is removed, because the client library rejects results that violate it. */
  definition: ListedTool
}

export interface ToolListing {
  tools: ServerTool[]
  problems: string[]
}

const MAX_PAGES = 100
const MAX_PROBLEMS = 20
const MAX_DESCRIPTION = 8000

const Page = z.looseObject({
  [RAW_TOOLS]: z.array(z.unknown()).optional(),
  nextCursor: z.string().optional(),
})

export async function listTools(client: Client, signal: AbortSignal): Promise<ToolListing> {
  const listing: ToolListing = { tools: [], problems: [] }
  if (!client.getServerCapabilities()?.tools) return listing
  const sendsHeaders =
    client.getProtocolEra() === 'modern' && client.transport instanceof StreamableHTTPClientTransport
  const names = new Set<string>()
  const cursors = new Set<string>()
  const addProblem = (problem: string) => {
    if (listing.problems.length < MAX_PROBLEMS) listing.problems.push(problem)
    else listing.problems[MAX_PROBLEMS] = 'it has more tools that can’t be used'
  }
  let cursor: string | undefined
  for (let page = 1; ; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const { [RAW_TOOLS]: tools, nextCursor } = await client.request({ method: 'tools/list', params }, Page, {
      signal,
      timeout: NO_TIMEOUT_MS,
    })
    if (!tools) addProblem('it answers `tools/list` without a list of tools')
    for (const given of listIn(withPlainNumbers(unmarkNumbers(tools)))) {
      const tool = checkTool(given, sendsHeaders)
      if (typeof tool === 'string') addProblem(tool)
      else if (names.has(tool.name)) addProblem(`it has two tools called “${tool.name}”`)
      else if (listing.tools.length >= MAX_TOOLS) return tooMany(listing)
      else listing.tools.push(tool)
      if (typeof tool !== 'string') names.add(tool.name)
    }
    if (!nextCursor) return listing
    if (cursors.has(nextCursor)) {
      addProblem('its list of tools repeats a page, so later pages are not read')
      return listing
    }
    if (page >= MAX_PAGES) return tooMany(listing)
    cursors.add(nextCursor)
    cursor = nextCursor
  }
}

const tooMany = ({ tools, problems }: ToolListing): ToolListing => ({
  tools,
  problems: [
    ...problems,
    `it has too many tools or pages of tools: the first ${tools.length} are offered; choose with \`tools\` under \`hub\``,
  ],
})

function checkTool(given: unknown, sendsHeaders: boolean): ServerTool | string {
  if (!isRecord(given) || typeof given.name !== 'string' || given.name === '')
    return 'it has a tool without a name'
  const { outputSchema: _, ...definition } = given
  const { name, title, description, annotations } = given
  const unusable = (why: string) => `its tool “${name.slice(0, 100)}” can’t be used: ${why}`
  const schema = inputSchemaFor(given.inputSchema)
  if (!schema.ok) return unusable(schema.refusal)
  const fault = sendsHeaders ? headerFault(given.inputSchema) : null
  if (fault !== null) return unusable(fault)
  const notified = isRecord(annotations) ? annotations.title : undefined
  const shown = [title, notified].find((text) => typeof text === 'string' && text.trim() !== '')
  const text = typeof description === 'string' ? description : ''
  return {
    name,
    title: typeof shown === 'string' ? shown : null,
    description: [shortened(text, MAX_DESCRIPTION), schema.value.alternatives].filter(Boolean).join('\n\n'),
    inputSchema: schema.value.schema,
    definition: definition as unknown as ListedTool,
  }
}
