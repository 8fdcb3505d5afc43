import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  TRACEPARENT_META_KEY,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Hub } from '#ground/hub/hub.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { Calls } from './calls.ts'
import { pageOf } from './page.ts'
import { progressReports } from './progress.ts'
import { filledIn } from '#ground/hub/prompts/template.ts'
import { listedPrompt, namedPrompts } from './prompts.ts'
import type { Resources } from './resources.ts'
import { listedTools } from './tools.ts'

export interface ServerDeps {
  hub: Pick<Hub, 'agent' | 'prompts'>
  /** What clients are shown. */
  identity(): { name: string; title: string; version: string }
  calls: Calls
  resources: Resources
  clock: { now(): number }
}

/** Whose request it is, and its name in the logs. */
export interface Visit {
  caller: Caller
  requestId: string
}

/** The Hub as an MCP server, for one request of one person. */
export function createServer(deps: ServerDeps, { caller, requestId }: Visit): Server {
  const { hub, identity, calls, resources, clock } = deps
  const { mcpInstructions, prompt } = hub.agent()
  const server = new Server(identity(), {
    capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
    instructions: mcpInstructions ?? prompt,
  })
  const reader = async ({ mcpReq: { signal } }: ServerContext) => ({
    caller,
    toolbox: await calls.toolboxOf(caller),
    signal,
  })
  const prompts = () => namedPrompts(hub.prompts(), hub.agent().suggestions)

  server.setRequestHandler('tools/list', async ({ params }) => {
    const { items: tools, ...next } = pageOf(listedTools(await calls.toolboxOf(caller)), params?.cursor)
    return { tools, ...next }
  })
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const traceparent = mcpReq['_meta']?.[TRACEPARENT_META_KEY]
    const wanted = {
      requestId,
      name: params.name,
      arguments: params.arguments ?? {},
      ...(typeof traceparent === 'string' && { traceparent }),
      ...progressReports(mcpReq, clock),
    }
    const result = await calls.call(caller, wanted, mcpReq.signal)
    if (!result) throw invalid(`There is no tool ${params.name.slice(0, 200)}.`)
    return result
  })
  server.setRequestHandler('prompts/list', ({ params }) => {
    const { items, ...next } = pageOf(prompts().map(listedPrompt), params?.cursor)
    return { prompts: items, ...next }
  })
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: values = {} } }) => {
    const found = prompts().find((prompt) => prompt.name === name)
    if (!found) throw invalid(`There is no prompt ${name.slice(0, 200)}.`)
    const filled = filledIn(found.parts, values)
    if ('missing' in filled) throw invalid(`The argument ${filled.missing} is missing.`)
    const { description } = found
    return {
      ...(description && { description }),
      messages: [{ role: 'user', content: { type: 'text', text: filled.text } }],
    }
  })
  server.setRequestHandler('resources/list', async ({ params }, context) => {
    const { items, ...next } = pageOf(await resources.list(await reader(context)), params?.cursor)
    return { resources: items, ...next }
  })
  server.setRequestHandler('resources/templates/list', async (_request, context) => ({
    resourceTemplates: resources.templates(await reader(context)),
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const contents = await resources.read(await reader(context), uri)
    if (!contents) throw new ResourceNotFoundError(uri)
    return { contents }
  })
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }, context) => {
    const all =
      ref.type === 'ref/resource' ? await resources.complete(await reader(context), argument.value) : []
    const values = all.slice(0, MOST_COMPLETIONS)
    return { completion: { values, total: all.length, hasMore: all.length > values.length } }
  })
  return server
}

/** As many as the protocol allows. */
const MOST_COMPLETIONS = 100

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)
