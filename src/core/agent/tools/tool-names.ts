import { nearestName } from '#ground/base/nearest-name.ts'
import type { AgentFile, HubProblem, SubAgent } from '#ground/hub/hub.ts'
import type { FilePosition } from '#ground/hub/yaml-positions.ts'

/** Names of tools that a file of the Hub lists. */
export interface ToolMention {
  /** Relative to the Hub's folder. */
  file: string
  /** Key in it, such as `tools`. */
  key: string
  names: readonly string[]
  /** They are added to what a turn starts with, so one that the agent file leaves out has no effect. */
  isAdded: boolean
  /** Position of the names in the file, if known. */
  place?: FilePosition
}

/** The tools that names can mean. */
export interface KnownTools {
  names: readonly string[]
  /** The agent file's list; null leaves none out. */
  allowed: AgentFile['tools']
  /** True if a source may still provide a tool of this name: a broken source reports its own problem. */
  isAwaited(name: string): boolean
}

/** Names that mean no tool, with the nearest that does, and such as the agent file leaves out. */
export const toolNameProblems = (mentions: readonly ToolMention[], known: KnownTools): HubProblem[] =>
  mentions.flatMap(({ file, key, names, isAdded, place = NOWHERE }) =>
    [...new Set(names)].flatMap((name) => {
      const trouble = troubleOf(name, isAdded, known)
      return trouble ? [{ file, ...place, message: `\`${key}\` names “${name}”, ${trouble}` }] : []
    }),
  )

const NOWHERE = { line: null, column: null }

const troubleOf = (
  name: string,
  isAdded: boolean,
  { names, allowed, isAwaited }: KnownTools,
): string | null => {
  if (!names.includes(name) && !isAwaited(name)) {
    const nearest = nearestName(name, names)
    return `but there is no such tool${nearest ? `; did you mean ${nearest}?` : ''}`
  }
  return isAdded && allowed && !allowed.includes(name) ? 'which `tools` of agent.md leaves out' : null
}

/** Tools listed in the Hub's agent files. */
export const mentionsOf = (agent: AgentFile, subAgents: readonly SubAgent[]): ToolMention[] => [
  { file: 'agent.md', key: 'tools', names: agent.tools ?? [], isAdded: false },
  ...Object.entries(agent.surfaces).map(([surface, { tools }]) => ({
    file: 'agent.md',
    key: `surfaces.${surface}.tools`,
    names: tools,
    isAdded: true,
  })),
  ...subAgents.map(({ id, tools }) => ({
    file: `agents/${id}.md`,
    key: 'tools',
    names: tools ?? [],
    isAdded: false,
  })),
]
