/** A Hub as an MCP client: lists the tools of the server in the last argument, and calls each. */
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AskPerson } from '#core/agent/tools/questions/ask.ts'
import type { AnswerContent } from '#ground/turn/question/schema.ts'
import { startMcpHub } from '../../support/mcp-hub.ts'

const START_TIMEOUT_MS = 60_000

const SAMPLES: Readonly<Record<string, unknown>> = {
  number: 2,
  integer: 2,
  boolean: true,
  array: [],
  object: {},
}

const ask: AskPerson = async ({ subject }) => {
  const fields = subject?.kind === 'form' ? subject.fields : []
  const content: AnswerContent = {}
  for (const field of fields) {
    const value = 'default' in field ? field.default : undefined
    if (value !== undefined) content[field.name] = typeof value === 'object' ? [...value] : value
  }
  return { action: 'accept', content }
}

const url = process.argv.at(-1)!
const closing: (() => unknown)[] = []
const ending = { after: (close: () => unknown) => void closing.push(close) } as unknown as TestContext

const hub = await startMcpHub(ending, { peer: { url } })
await hub.ready()
// A turn waits only 3 s for the server, and a busy computer needs longer.
await Promise.race([hub.event('started'), sleep(START_TIMEOUT_MS, null, { ref: false })])
/** Tool names in the Hub have the server's name as prefix. */
const { toolCalls } = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
  toolCalls?: { name: string; arguments: object }[]
}
for (const call of toolCalls ?? [])
  console.log(call.name, await hub.call(`peer__${call.name}`, call.arguments, { ask }).catch(String))
const observed = hub.servers.tools().find(({ name }) => name === 'peer__json_schema_2020_12_tool')
for (const tool of toolCalls ? [] : hub.servers.tools()) {
  const schema = tool.inputSchema as { properties?: Record<string, { type?: string }> }
  const input = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, { type }]) => [
      name,
      name === 'schema' && observed ? observed.inputSchema : (SAMPLES[type ?? 'string'] ?? 'x'),
    ]),
  )
  console.log(tool.name, await hub.call(tool.name, input, { ask }).catch(String))
}
for (const close of closing.toReversed()) await close()
process.exit(0)
