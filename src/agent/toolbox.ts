import type { AgentFile, Hub, HubProblem, ToolModule } from '#hub/hub.ts'
import type { Caller, Surface } from '#identity/caller.ts'
import { collectCustomTools } from './custom-tools.ts'
import type { ToolSpec } from './model/model.ts'
import type { MaySee, Tool, ToolSource } from './tool.ts'

/** The tools of one turn. */
export interface Toolbox {
  readonly specs: readonly ToolSpec[]
  readonly names: readonly string[]
  get(name: string): Tool | undefined
}

/** Where nobody watches while the agent works: only tools that change nothing, unless the agent file lists others. */
const UNWATCHED: ReadonlySet<Surface> = new Set(['chata', 'chatb', 'teamchat', 'webhook', 'schedule'])

/** The tools a turn gets: what the agent file allows, narrowed by the surface the turn came in on. */
export const toolsFor = (tools: readonly Tool[], agent: Pick<AgentFile, 'tools'>, surface: Surface): Tool[] =>
  tools.filter((tool) => {
    if (tool.surfaces && !tool.surfaces.includes(surface)) return false
    if (agent.tools) return agent.tools.includes(tool.name)
    return tool.readOnly || !UNWATCHED.has(surface)
  })

/** What the tools of one turn depend on. */
export interface ToolboxRequest {
  surface: Surface
  /** Allow-list in place of the agent file's; `undefined` leaves it. */
  allowed?: AgentFile['tools'] | undefined
  /** A tool that is left out. */
  without?: string | undefined
  /** Given whatever the list and the surface say, and in place of others of the same name. */
  extra?: readonly Tool[] | undefined
}

export interface Toolboxes {
  toolboxFor(request: ToolboxRequest): Toolbox
  /** Every tool the agent file allows, on any surface. */
  tools(): readonly Tool[]
  /** Tools of the Hub's folder and of the sources that can't be used. */
  problems(): readonly HubProblem[]
}

/**
 * Toolboxes of a Hub, made once for each surface and again when the Hub's folder or a source changes.
 *
 * @param builtIn   Tools of the service; they win over a Hub's own of the same name, and those over a source's.
 * @param elsewhere Names of tools that exist without being given here.
 */
export function createToolboxes(
  hub: Pick<Hub, 'agent' | 'toolModules'>,
  builtIn: readonly Tool[],
  sources: readonly ToolSource[] = [],
  elsewhere: readonly string[] = [],
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

  return {
    toolboxFor({ surface, allowed, without, extra = [] }) {
      refresh()
      const usual = allowed === undefined
      const known = usual && made.get(surface)
      const base = known || createToolbox(toolsFor(all, usual ? agent! : { tools: allowed }, surface))
      if (usual) made.set(surface, base)
      if (extra.length === 0 && without === undefined) return base
      const kept = base.names.filter((name) => name !== without).map((name) => base.get(name)!)
      return createToolbox(byFirstName([...extra, ...kept]))
    },
    tools() {
      refresh()
      const { tools: allowed } = agent!
      return allowed ? all.filter(({ name }) => allowed.includes(name)) : all
    },
    problems() {
      refresh()
      const ofSources = sources.flatMap((source) => source.problems())
      const isAwaited = (name: string) => sources.some((source) => source.mayHave?.(name))
      return [...custom.problems, ...ofSources, ...unknownNames(agent!, all, isAwaited, elsewhere)]
    },
  }
}

/**
 * The same tools, but the model is told only of those that are meant for the caller and that they may use. A call of
 * another restricted one is still decided on, so that trying leaves a record.
 */
export async function shownTo(caller: Caller, toolbox: Toolbox, maySee: MaySee): Promise<Toolbox> {
  const hidden = new Set<string>()
  const hide = async (tool: Tool) => {
    if (!(await maySee(tool, caller))) hidden.add(tool.name)
  }
  const asked: Promise<void>[] = []
  for (const tool of toolbox.names.map((name) => toolbox.get(name)!))
    if (tool.isFor?.(caller) === false) hidden.add(tool.name)
    else if (tool.restricted) asked.push(hide(tool))
  await Promise.all(asked)
  if (hidden.size === 0) return toolbox
  return {
    specs: toolbox.specs.filter(({ name }) => !hidden.has(name)),
    names: toolbox.names.filter((name) => !hidden.has(name)),
    get(name) {
      const tool = toolbox.get(name)
      return tool && (tool.isFor?.(caller) ?? true) ? tool : undefined
    },
  }
}

/** A source that is out of order tells of that itself. */
const unknownNames = (
  agent: AgentFile,
  tools: readonly Tool[],
  isAwaited: (name: string) => boolean,
  elsewhere: readonly string[],
): HubProblem[] => {
  const known = new Set([...tools.map((tool) => tool.name), ...elsewhere])
  return (agent.tools ?? [])
    .filter((name) => !known.has(name) && !isAwaited(name))
    .map((name) => ({
      file: 'agent.md',
      line: null,
      column: null,
      message: `\`tools\` allows “${name}”, but there is no such tool`,
    }))
}

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
