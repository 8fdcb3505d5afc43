import type { AgentFile, Hub, HubProblem, ToolModule } from '#hub/hub.ts'
import type { Caller, Surface } from '#identity/caller.ts'
import { collectCustomTools } from './custom-tools.ts'
import type { ToolSpec } from './model/model.ts'
import type { MaySee, Tool } from './tool.ts'

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

/**
 * Toolboxes of a Hub, made once for each surface and again when the Hub's folder changes.
 *
 * @param builtIn Tools of the service; they win over a Hub's own of the same name.
 */
export function createToolboxes(hub: Pick<Hub, 'agent' | 'toolModules'>, builtIn: readonly Tool[]) {
  let modules: readonly ToolModule[] = []
  let agent: AgentFile | null = null
  let custom = collectCustomTools([], builtIn)
  const made = new Map<Surface, Toolbox>()

  const refresh = () => {
    const current = hub.toolModules()
    if (!sameItems(current, modules)) {
      modules = [...current]
      custom = collectCustomTools(modules, builtIn)
      made.clear()
    }
    if (agent !== hub.agent()) {
      agent = hub.agent()
      made.clear()
    }
  }

  return {
    toolboxFor(surface: Surface): Toolbox {
      refresh()
      let toolbox = made.get(surface)
      if (!toolbox) {
        toolbox = createToolbox(toolsFor([...builtIn, ...custom.tools], hub.agent(), surface))
        made.set(surface, toolbox)
      }
      return toolbox
    },
    /** Every tool the agent file allows, on any surface. */
    tools(): readonly Tool[] {
      refresh()
      const { tools: allowed } = hub.agent()
      const all = [...builtIn, ...custom.tools]
      return allowed ? all.filter(({ name }) => allowed.includes(name)) : all
    },
    /** Tools of the Hub's folder that can't be used. */
    problems(): readonly HubProblem[] {
      refresh()
      return [...custom.problems, ...unknownNames(hub.agent(), [...builtIn, ...custom.tools])]
    },
  }
}

/** The same tools, but the model is told only of those the caller may use. A call of another one is still decided on. */
export async function shownTo(caller: Caller, toolbox: Toolbox, maySee: MaySee): Promise<Toolbox> {
  const restricted = toolbox.names.map((name) => toolbox.get(name)!).filter((tool) => tool.restricted)
  if (restricted.length === 0) return toolbox
  const hidden = new Set<string>()
  for (const tool of restricted) if (!(await maySee(tool, caller))) hidden.add(tool.name)
  return {
    specs: toolbox.specs.filter(({ name }) => !hidden.has(name)),
    names: toolbox.names.filter((name) => !hidden.has(name)),
    get: (name) => toolbox.get(name),
  }
}

const unknownNames = (agent: AgentFile, tools: readonly Tool[]): HubProblem[] => {
  const known = new Set(tools.map((tool) => tool.name))
  return (agent.tools ?? [])
    .filter((name) => !known.has(name))
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

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])
