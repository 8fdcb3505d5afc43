/** A Hub as a client of the MCP server whose address is the last argument: it lists the tools and calls each. */
import type { TestContext } from 'node:test'
import { startMcpHub } from '../../support/mcp-hub.ts'

/** An argument for each type of a schema. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  number: 2,
  integer: 2,
  boolean: true,
  array: [],
  object: {},
}

const url = process.argv.at(-1)!
const closing: (() => unknown)[] = []
const ending = { after: (close: () => unknown) => void closing.push(close) } as unknown as TestContext

const hub = await startMcpHub(ending, { peer: { url } })
await hub.ready()
/** Calls that a scenario asks for; the name of a tool here begins with the server's. */
const { toolCalls } = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
  toolCalls?: { name: string; arguments: object }[]
}
for (const call of toolCalls ?? [])
  console.log(call.name, await hub.call(`peer__${call.name}`, call.arguments).catch(String))
/** One scenario asks for the schema of this tool, as the client got it. */
const observed = hub.servers.tools().find(({ name }) => name === 'peer__json_schema_2020_12_tool')
for (const tool of toolCalls ? [] : hub.servers.tools()) {
  const schema = tool.inputSchema as { properties?: Record<string, { type?: string }> }
  const input = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, { type }]) => [
      name,
      name === 'schema' && observed ? observed.inputSchema : (SAMPLES[type ?? 'string'] ?? 'x'),
    ]),
  )
  console.log(tool.name, await hub.call(tool.name, input).catch(String))
}
for (const close of closing.toReversed()) await close()
process.exit(0)
