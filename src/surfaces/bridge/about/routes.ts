import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import type { Access } from '#core/access/access.ts'
import type { HubCards } from '#core/access/hub-cards.ts'
import { MANAGE_ACCESS, USE_HUB } from '#core/access/permission.ts'
import type { AgentMemory } from '#core/agent/memory/memory.ts'
import { listFiles } from '#core/agent/tools/files/list.ts'
import { BadPath } from '#core/agent/tools/files/locate.ts'
import type { Toolbox } from '#core/agent/tools/toolbox.ts'
import { listedSkills } from '#core/agent/turn/started-skill.ts'
import type { AgentAbout, ClosedHub } from '#ground/hub/about/schema.ts'
import type { Hub } from '#ground/hub/hub.ts'
import type { HubPrompt } from '#ground/hub/prompts/schema.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { Admission } from '../admission.ts'
import { readCaller } from '../caller.ts'
import { BRIDGE_ROUTES } from '../declared-routes.ts'
import { sendError } from '../error.ts'
import { describeTools } from './tool-descriptions.ts'

export interface AboutDeps {
  hub: Pick<Hub, 'slug' | 'folder' | 'prompts' | 'skills'>
  access: Pick<Access, 'decide' | 'explain' | 'managedHubs' | 'grantable'>
  hubCards: Pick<HubCards, 'agentNames'>
  memory: Pick<AgentMemory, 'list'>
  toolboxOf(caller: Caller): Promise<Toolbox>
  /** Built-in tools take precedence over the Hub's tools with the same name. */
  builtIn: ReadonlySet<string>
  modelName(): string | null
  tasks(): AgentAbout['tasks']
  admission: Pick<Admission, 'entryRefusalOf'>
  /** Such as `X-ChatApp`. */
  identityHeaderPrefix: string
}

export type AgentFacts = Omit<AboutDeps, 'admission' | 'identityHeaderPrefix'>

const READERS = new Set(['list_files', 'read_file', 'search_files'])
const MAX_FILES = 100

export function aboutRoutes(app: FastifyInstance, deps: AboutDeps): void {
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.readAbout),
    async handler(request, reply) {
      const caller = callerOf(deps, request, reply)
      if (!caller) return reply
      const refusal = await deps.admission.entryRefusalOf(request, caller)
      if (refusal) return sendError(reply, refusal)
      return reply.header('cache-control', 'no-store').send(await aboutFor(deps, caller))
    },
  })

  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.listPrompts),
    async handler(request, reply) {
      const caller = callerOf(deps, request, reply)
      if (!caller) return reply
      const refusal = await deps.admission.entryRefusalOf(request, caller)
      if (refusal) return sendError(reply, refusal)
      const data = await promptsFor(deps, caller)
      return reply.header('cache-control', 'no-store').send({ data })
    },
  })

  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.listClosedHubs),
    async handler(request, reply) {
      const caller = callerOf(deps, request, reply)
      if (!caller) return reply
      return reply.header('cache-control', 'no-store').send({ data: await closedHubs(deps, caller) })
    },
  })
}

function callerOf(deps: AboutDeps, request: FastifyRequest, reply: FastifyReply): Caller | null {
  const caller = readCaller(request.headers, deps.identityHeaderPrefix)
  if (caller.ok) return caller.value
  void sendError(reply, caller.refusal)
  return null
}

async function aboutFor(deps: AboutDeps, caller: Caller): Promise<AgentAbout> {
  const { access, hub, builtIn } = deps
  const toolbox = await deps.toolboxOf(caller)
  const [tools, manages] = await Promise.all([
    describeTools({ access, hub: hub.slug, builtIn }, caller, toolbox),
    access.decide(caller, hub.slug, MANAGE_ACCESS),
  ])
  const reads = tools.some(({ name, restricted }) => READERS.has(name) && (restricted?.allowed ?? true))
  return {
    model: manages.allowed ? deps.modelName() : null,
    tools,
    skills: listedSkills(hub, toolbox).map(({ name, description }) => ({ name, description })),
    files: reads ? await filesOf(hub.folder) : null,
    tasks: manages.allowed ? deps.tasks() : [],
  }
}

/** A skill is offered as a prompt that starts it. */
async function promptsFor({ hub, toolboxOf }: AboutDeps, caller: Caller): Promise<HubPrompt[]> {
  const prompts = hub.prompts()
  const taken = new Set(prompts.map(({ name }) => name))
  const skills = listedSkills(hub, await toolboxOf(caller)).filter(({ name }) => !taken.has(name))
  return [
    ...prompts,
    ...skills.map(({ name, description }) => ({ name, title: name, description, parts: [`/${name} `] })),
  ]
}

async function filesOf(hubFolder: string): Promise<AgentAbout['files']> {
  try {
    const folders = { hubFolder, chatFolder: hubFolder }
    const found = await listFiles(folders, 'files', AbortSignal.timeout(5000))
    const paths = found.slice(0, MAX_FILES).map(({ path }) => path.replace(/^files\//, ''))
    return found.length > 0 ? { total: found.length, paths } : null
  } catch (error) {
    if (error instanceof BadPath) return null
    throw error
  }
}

/** Shows managers of a Hub why they cannot use the Hub. Other people must not learn that the Hub exists. */
async function closedHubs({ access, hubCards }: AboutDeps, { email }: Caller): Promise<ClosedHub[]> {
  if (email === null) return []
  const actor = { subject: email }
  const slugs: string[] = []
  for (const { hub } of await access.managedHubs(actor)) {
    const { allowed, reason } = await access.decide({ email }, hub, USE_HUB)
    if (!allowed && reason === 'no_grant') slugs.push(hub)
  }
  const names = await hubCards.agentNames(slugs)
  return Promise.all(
    slugs.map(async (hub) => {
      const grantable = await access.grantable(actor, hub)
      return {
        id: hub,
        name: names.get(hub) ?? hub,
        can_grant: grantable === 'all' || grantable.includes(USE_HUB),
      }
    }),
  )
}
