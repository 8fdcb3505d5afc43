import type { ToolMention } from '#core/agent/tools/tool-names.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import { logOnlyNewProblems, type Reloaded } from '#ground/hub/reloaded.ts'
import type { Endpoints } from '#core/inbox/endpoints/open.ts'
import type { Definition, Definitions } from './definition.ts'
import { listenerProblems } from './listening/listeners.ts'

export type Changing = Pick<Reloaded, 'onChange'>

type ToolProblems = (mentions: readonly ToolMention[]) => HubProblem[]

export interface DefinitionParts {
  endpoints: Pick<Endpoints, 'problems'>
  toolProblems: ToolProblems
}

export function joinDefinitions(
  sources: readonly Definitions[],
  { endpoints, toolProblems }: DefinitionParts,
): Definitions {
  const list = () => sources.flatMap((source) => [...source.list()])
  return {
    list,
    problems: () => [
      ...sources.flatMap((source) => [...source.problems()]),
      ...endpoints.problems(),
      ...problemsBetween(list(), toolProblems),
    ],
    areAllFilesValid: () => sources.every((source) => source.areAllFilesValid()),
  }
}

const problemsBetween = (list: readonly Definition[], toolProblems: ToolProblems): HubProblem[] => [
  ...listenerProblems(list),
  ...toolProblems(list.flatMap(mentionsOf)),
]

const GIVEN: ReadonlySet<string> = new Set(['finish', 'read_event'])

const mentionsOf = ({ file, namedTools }: Definition): ToolMention[] =>
  namedTools
    .filter(({ tool }) => !GIVEN.has(tool))
    .map(({ tool, ...where }) => ({ file, names: [tool], ...where }))

export function followProblems(
  notify: (problem: HubProblem) => void,
  {
    list,
    toolProblems,
    changes,
  }: Pick<Definitions, 'list'> & {
    toolProblems: ToolProblems
    changes: readonly Changing[]
  },
): Disposable {
  const reportNew = logOnlyNewProblems(notify)
  const look = () => reportNew(problemsBetween(list(), toolProblems))
  look()
  const stops = changes.map((one) => one.onChange(look))
  return {
    [Symbol.dispose]() {
      for (const stop of stops) stop()
    },
  }
}
