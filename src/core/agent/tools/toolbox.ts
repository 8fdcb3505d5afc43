import {
  UNWATCHED_SURFACES,
  type AgentFile,
  type Hub,
  type HubProblem,
  type ToolModule,
} from '#ground/hub/hub.ts'
import type { Caller, Surface } from '#ground/identity/caller.ts'
import { collectCustomTools } from './custom-tools.ts'
import type { ToolSpec } from '#core/agent/model/model.ts'
import type { MaySee, Tool, ToolSource } from './tool.ts'
import { mentionsOf, toolNameProblems, type KnownTools, type ToolMention } from './tool-names.ts'

export interface Toolbox {
  readonly specs: readonly ToolSpec[]
  readonly names: readonly string[]
  get(name: string): Tool | undefined
}

const UNWATCHED: ReadonlySet<Surface> = new Set(UNWATCHED_SURFACES)

/** The surfaces in `UNWATCHED` get only read-only tools and the tools in `added`. */
const toolsFor = (
  tools: readonly Tool[],
  { surface, allowed, added }: { surface: Surface; allowed: AgentFile['tools']; added: readonly string[] },
): Tool[] =>
  tools.filter((tool) => {
    if (tool.surfaces && !tool.surfaces.includes(surface)) return false
    if (allowed && !allowed.includes(tool.name)) return false
    return tool.readOnly || !UNWATCHED.has(surface) || added.includes(tool.name)
  })

export interface ToolboxRequest {
  surface: Surface
  allowed?: AgentFile['tools'] | undefined
  added?: readonly string[] | undefined
  without?: string | undefined
  extra?: readonly Tool[] | undefined
}

export interface Toolboxes {
  toolboxFor(request: ToolboxRequest): Toolbox
  tools(): readonly Tool[]
  problems(): readonly HubProblem[]
  problemsOf(mentions: readonly ToolMention[]): HubProblem[]
}

export function createToolboxes(
  hub: Pick<Hub, 'agent' | 'toolModules'> & Partial<Pick<Hub, 'subAgents'>>,
  builtIn: readonly Tool[],
  sources: readonly ToolSource[] = [],
  mentionableNames: readonly string[] = [],
): Toolboxes {
  let modules: readonly ToolModule[] | null = null
  let lists: readonly (readonly Tool[])[] = []
  let agent: AgentFile | null = null
  let custom = collectCustomTools([], builtIn)
  let all: readonly Tool[] = []
  const made = new Map<Surface, Toolbox>()

  const refresh = () => {
    const current = hub.toolModules()
    const given = sources.map((source) => source.tools())
    if (modules === null || !sameItems(current, modules) || !sameItems(given, lists)) {
      modules = [...current]
      lists = given
      custom = collectCustomTools(modules, builtIn)
      all = byFirstName([...builtIn, ...custom.tools, ...given.flat()])
      made.clear()
    }
    if (agent !== hub.agent()) {
      agent = hub.agent()
      made.clear()
    }
  }

  const known = (): KnownTools => ({
    names: [...all.map(({ name }) => name), ...mentionableNames],
    allowed: agent!.tools,
    isAwaited: (name) => sources.some((source) => source.mayHave?.(name)),
  })

  return {
    toolboxFor({ surface, allowed, added = [], without, extra = [] }) {
      refresh()
      const usual = allowed === undefined && added.length === 0
      const ofSurface = (agent!.surfaces as Readonly<Record<string, { tools: readonly string[] }>>)[surface]
      const wanted = {
        surface,
        allowed: allowed === undefined ? agent!.tools : allowed,
        added: [...(ofSurface?.tools ?? []), ...added],
      }
      const base = (usual && made.get(surface)) || createToolbox(toolsFor(all, wanted))
      if (usual) made.set(surface, base)
      if (extra.length === 0 && without === undefined) return base
      const kept = base.names.filter((name) => name !== without).map((name) => base.get(name)!)
      return createToolbox(byFirstName([...extra, ...kept]))
    },
    tools() {
      refresh()
      return all
    },
    problems() {
      refresh()
      const ofSources = sources.flatMap((source) => source.problems())
      const mentions = mentionsOf(agent!, hub.subAgents?.() ?? [])
      return [...custom.problems, ...ofSources, ...toolNameProblems(mentions, known())]
    },
    problemsOf(mentions) {
      refresh()
      return toolNameProblems(mentions, known())
    },
  }
}

/** An attempt to call a hidden restricted tool is still recorded. */
export async function shownTo(
  caller: Caller,
  toolbox: Toolbox,
  maySee: MaySee,
  continuesLater = false,
): Promise<Toolbox> {
  const isOffered = ({ isFor, waitsForPerson }: Tool) =>
    isFor?.(caller) !== false && (continuesLater || !waitsForPerson)
  const hidden = new Set<string>()
  const namesByCapability = new Map<string, string[]>()
  for (const name of toolbox.names) {
    const tool = toolbox.get(name)!
    const { restricted } = tool
    if (!isOffered(tool)) hidden.add(name)
    else if (restricted) {
      const names = namesByCapability.get(restricted.capability)
      if (names) names.push(name)
      else namesByCapability.set(restricted.capability, [name])
    }
  }
  const decide = async ([capability, names]: [string, readonly string[]]) => {
    if (!(await maySee(capability, caller))) for (const name of names) hidden.add(name)
  }
  await Promise.all(namesByCapability.entries().map(decide))
  if (hidden.size === 0) return toolbox
  return {
    ...without(toolbox, hidden),
    get(name) {
      const tool = toolbox.get(name)
      return tool && isOffered(tool) ? tool : undefined
    },
  }
}

export function narrowedTo(toolbox: Toolbox, allowed: ReadonlySet<string>): Toolbox {
  const names = toolbox.names.filter((name) => allowed.has(name))
  return {
    names,
    specs: toolbox.specs.filter(({ name }) => allowed.has(name)),
    get: (name) => (allowed.has(name) ? toolbox.get(name) : undefined),
  }
}

type Listed = Pick<Toolbox, 'specs' | 'names'>

const listed = new WeakMap<Toolbox, Map<string, Listed>>()

/**
 * Callers with the same hidden tools share one list, so that data that is cached by list, such as token counts, is
 * reused.
 */
function without(toolbox: Toolbox, hidden: ReadonlySet<string>): Listed {
  let lists = listed.get(toolbox)
  if (!lists) listed.set(toolbox, (lists = new Map()))
  const names = toolbox.names.filter((name) => !hidden.has(name))
  const key = names.join()
  let list = lists.get(key)
  if (!list) {
    if (lists.size === MAX_CACHED_LISTS) lists.clear()
    lists.set(key, (list = { names, specs: toolbox.specs.filter(({ name }) => !hidden.has(name)) }))
  }
  return list
}

const MAX_CACHED_LISTS = 100

const createToolbox = (tools: readonly Tool[]): Toolbox => {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return {
    specs: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    names: [...byName.keys()],
    get: (name) => byName.get(name),
  }
}

const byFirstName = (tools: readonly Tool[]): Tool[] => {
  const names = new Set<string>()
  return tools.filter(({ name }) => !names.has(name) && names.add(name))
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])
