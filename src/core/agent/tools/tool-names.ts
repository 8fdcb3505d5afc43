import { nearestName } from '#ground/base/nearest-name.ts'
import type { AgentFile, HubProblem, SubAgent } from '#ground/hub/hub.ts'
import type { FilePosition } from '#ground/hub/yaml-positions.ts'

export interface ToolMention {
  /** Path relative to the Hub's folder. */
  file: string
  key: string
  names: readonly string[]
  isAdded: boolean
  place?: FilePosition
}

export interface KnownTools {
  names: readonly string[]
  /** Tools that the agent file allows; null: all. */
  allowed: AgentFile['tools']
  isAwaited(name: string): boolean
}

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
