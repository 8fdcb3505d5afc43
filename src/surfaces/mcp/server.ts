import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  TRACEPARENT_META_KEY,
  type CallToolResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { readSkill } from '#core/agent/tools/skills/read-skill.ts'
import type { Toolbox } from '#core/agent/tools/toolbox.ts'
import type { Hub } from '#ground/hub/hub.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { Calls } from './calls.ts'
import { ENVELOPE_BYTES, jsonBytes, MAX_EVENT_BYTES } from './content.ts'
import { sliceMcpPage } from './page.ts'
import { progressReports } from './progress.ts'
import { filledIn } from '#ground/hub/prompts/template.ts'
import { listedPrompt, namedPrompts } from './prompts.ts'
import type { Resources } from './resources.ts'
import { MODERN_REVISION } from '#ground/base/mcp-revisions.ts'
import { fitToRevision, type Revision } from './revisions.ts'
import { CANCELLED, type RequestId } from './rpc.ts'
import { serveSkills, SKILLS_EXTENSION } from './serve-skills.ts'
import type { SkillResources } from './skills.ts'
import { listedTools } from './tools.ts'

export interface ServerDeps {
  hub: Pick<Hub, 'folder' | 'agent' | 'prompts' | 'skills'>
  identity(): { name: string; title: string; version: string }
  calls: Calls
  resources: Resources
  skills: SkillResources
  clock: { now(): number }
}

export interface Visit {
  caller: Caller
  requestId: string
  revision: Revision
  isStreamed: boolean
  signalOf(id: RequestId): AbortSignal
}

export function createServer(deps: ServerDeps, visit: Visit): Server {
  const { identity, resources, calls } = deps
  const { caller, revision } = visit
  const { mcpInstructions, prompt } = deps.hub.agent()
  const instructions = mcpInstructions ?? prompt
  const hasSkills = deps.hub.skills().length > 0
  const capabilities = hasSkills ? { ...CAPABILITIES, extensions: SKILLS_EXTENSION } : CAPABILITIES
  const server = new Server(identity(), { capabilities, instructions })
  const reader = async ({ mcpReq }: ServerContext) => ({
    caller,
    toolbox: await calls.toolboxOf(caller),
    signal: signalOf(visit, mcpReq),
  })
  const fitted = <T extends object>(resource: T) => fitToRevision(revision, 'resource', resource)

  if (revision !== MODERN_REVISION)
    server.setRequestHandler('initialize', () => ({
      protocolVersion: revision,
      capabilities: fitToRevision(revision, 'capabilities', capabilities),
      serverInfo: fitToRevision(revision, 'serverInfo', identity()),
      instructions,
    }))
  server.setRequestHandler('tools/list', async ({ params }) => {
    const { items, ...next } = sliceMcpPage(listedTools(await calls.toolboxOf(caller)), params?.cursor)
    return sendable(visit, { tools: items.map((tool) => fitToRevision(revision, 'tool', tool)), ...next })
  })
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => callTool(deps, visit, params, mcpReq))
  servePrompts(server, deps, visit)
  if (hasSkills)
    serveSkills(server, {
      skills: deps.skills,
      revision,
      toolboxFor: async (context) => (await reader(context)).toolbox,
      sendable: (result) => sendable(visit, result),
    })
  server.setRequestHandler('resources/list', async ({ params }, context) => {
    const { items, ...next } = sliceMcpPage(await resources.list(await reader(context)), params?.cursor)
    return sendable(visit, { resources: items.map(fitted), ...next })
  })
  server.setRequestHandler('resources/templates/list', async (_request, context) => ({
    resourceTemplates: resources.templates(await reader(context)).map(fitted),
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const contents = await resources.read(await reader(context), uri)
    if (!contents) throw new ResourceNotFoundError(uri)
    return sendable(visit, { contents })
  })
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }, context) => {
    const all =
      ref.type === 'ref/resource' ? await resources.complete(await reader(context), argument.value) : []
    const values = all.slice(0, MAX_COMPLETIONS)
    return { completion: { values, total: all.length, hasMore: all.length > values.length } }
  })
  return server
}

const CAPABILITIES = { tools: {}, prompts: {}, resources: {}, completions: {} }
/** Maximum number of completions that the protocol allows. */
const MAX_COMPLETIONS = 100

async function callTool(
  { calls, clock }: Pick<ServerDeps, 'calls' | 'clock'>,
  visit: Visit,
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
  mcpReq: ServerContext['mcpReq'],
): Promise<CallToolResult> {
  const { caller, requestId, revision, isStreamed } = visit
  const traceparent = mcpReq['_meta']?.[TRACEPARENT_META_KEY]
  const wanted = {
    requestId,
    revision,
    name,
    arguments: given,
    ...(typeof traceparent === 'string' && { traceparent }),
    ...(isStreamed && progressReports(mcpReq, { now: clock.now, revision })),
  }
  const signal = signalOf(visit, mcpReq)
  const result = await calls.call(caller, wanted, signal)
  if (visit.signalOf(mcpReq.id).aborted)
    throw new ProtocolError(CANCELLED, 'The client cancelled this request.')
  if (!result) throw invalid(`There is no tool ${name.slice(0, 200)}.`)
  return result
}

function servePrompts(
  server: Server,
  { hub, calls, skills }: Pick<ServerDeps, 'hub' | 'calls' | 'skills'>,
  visit: Visit,
): void {
  const { revision, caller } = visit
  const prompts = (toolbox: Toolbox) =>
    namedPrompts(hub.prompts(), skills.offered(toolbox), hub.agent().suggestions)
  server.setRequestHandler('prompts/list', async ({ params }) => {
    const toolbox = await calls.toolboxOf(caller)
    const { items, ...next } = sliceMcpPage(prompts(toolbox).map(listedPrompt), params?.cursor)
    return sendable(visit, {
      prompts: items.map((prompt) => fitToRevision(revision, 'prompt', prompt)),
      ...next,
    })
  })
  server.setRequestHandler(
    'prompts/get',
    async ({ params: { name, arguments: values = {} } }, { mcpReq }) => {
      const toolbox = await calls.toolboxOf(caller)
      const found = prompts(toolbox).find((prompt) => prompt.name === name)
      if (!found) throw invalid(`There is no prompt ${name.slice(0, 200)}.`)
      const { description, skill } = found
      const reading = { hubFolder: hub.folder, toolNames: toolbox.names, signal: signalOf(visit, mcpReq) }
      const filled = skill ? { text: await readSkill(skill, reading) } : filledIn(found.parts, values)
      if ('missing' in filled) throw invalid(`The argument ${filled.missing} is missing.`)
      return {
        ...(description && { description }),
        messages: [{ role: 'user', content: { type: 'text', text: filled.text } }],
      }
    },
  )
}

const signalOf = (visit: Visit, { id, signal }: ServerContext['mcpReq']): AbortSignal =>
  AbortSignal.any([signal, visit.signalOf(id)])

function sendable<T>({ isStreamed }: Visit, result: T): T {
  if (!isStreamed || jsonBytes(result) < MAX_EVENT_BYTES - ENVELOPE_BYTES) return result
  throw new ProtocolError(
    ProtocolErrorCode.InternalError,
    `The result is larger than ${MAX_EVENT_BYTES} bytes, the limit of a stream event. Send “Accept: application/json”.`,
  )
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)
