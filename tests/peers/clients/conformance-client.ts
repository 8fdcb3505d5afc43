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
for (const tool of hub.servers.tools()) {
  const schema = tool.inputSchema as { properties?: Record<string, { type?: string }> }
  const input = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, { type }]) => [
      name,
      SAMPLES[type ?? 'string'] ?? 'x',
    ]),
  )
  console.log(tool.name, await hub.call(tool.name, input).catch(String))
}
for (const close of closing.toReversed()) await close()
process.exit(0)
