// `node bench/prompt.ts`: counts the bytes and tokens of the requests that a model gets for two words: with the built-in
// tools, and with 200 tools of an MCP server, in the prompt or behind `find_tools`.
import { toolTokens } from '#core/agent/turn/context/estimate.ts'
import { saying, startTestBridge } from '../tests/support/bridge.ts'
import { program } from '../tests/support/mcp-hub.ts'
import { says, startUpstream, type RecordedRequest } from '../tests/support/upstream.ts'

const closing: (() => unknown)[] = []
const ending = { after: (then: () => unknown) => void closing.push(then) }
const servers = { 'mcp.json': JSON.stringify({ mcpServers: { desk: program('desk-stdio') } }) }

async function requestOf(files: Record<string, string>): Promise<RecordedRequest> {
  await using upstream = await startUpstream()
  upstream.otherwise(says('ok'))
  const bridge = await startTestBridge(ending, {
    files,
    environment: {
      PATH: process.env.PATH ?? '',
      SVC_MODEL: 'compatible/test-model',
      SVC_MODEL_BASE_URL: upstream.url,
    },
  })
  await (await bridge.complete(saying('Good morning'))).text()
  await bridge[Symbol.asyncDispose]()
  return upstream.requests[0]!
}

function report(name: string, { text, body: { tools = [] } }: RecordedRequest): void {
  const specs = tools.map(({ function: { parameters, ...tool } }) => ({ ...tool, inputSchema: parameters }))
  console.log(
    `${name}: ${specs.length} tools, ${(Buffer.byteLength(text) / 1000).toFixed(1)} kB, about ${toolTokens(specs)} tokens of tools`,
  )
  if (process.argv.includes('--each'))
    for (const spec of specs) console.log(`  ${spec.name}: ${Buffer.byteLength(JSON.stringify(spec))} bytes`)
}

const names = 'list read create update delete archive assign comment export approve'
  .split(' ')
  .flatMap((action) =>
    'customer order invoice letter product contract meeting ticket supplier shipment'
      .split(' ')
      .flatMap((object) => [`desk__${action}_${object}`, `desk__${action}_${object}_draft`]),
  )
// A tool that the instructions name stays in the prompt.
const naming = { 'agent.md': `---\nname: Desk\n---\n${names.join(' ')}\n` }
report('built-in tools', await requestOf({}))
report('200 more tools, in the prompt', await requestOf({ ...servers, ...naming }))
report('200 more tools, on demand', await requestOf(servers))
for (const close of closing.toReversed()) await close()
