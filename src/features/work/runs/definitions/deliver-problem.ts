import type { FolderNews } from '#ground/hub/reloaded.ts'
import type { DeliveryTarget } from '#ground/hub/deliver.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import type { Definition } from './definition.ts'

/** Why nothing can be delivered to a target as the Hub is set up, in words; null when something can. */
export type TargetProblem = (target: DeliveryTarget) => string | null

/** Problems with targets of results. */
export const deliverProblems = (
  { file, deliver }: Pick<Definition, 'file' | 'deliver'>,
  problemOf: TargetProblem = () => null,
): HubProblem[] =>
  deliver.flatMap(({ target, place }) => {
    const message = problemOf(target)
    return message === null ? [] : [{ file, ...place, message: `deliver: ${message}` }]
  })

/** How a folder of tasks or workflows is watched and checked. */
export interface FolderOptions {
  /** Called once for each new problem. */
  log?: (problem: HubProblem) => void
  /** Called for fixed problems. */
  news?: FolderNews
  /** Notice changes while open; default true. */
  watch?: boolean
  /** Names of the endpoints that receive webhooks; a definition for another one is a problem. Default: they are unknown. */
  endpoints?: () => readonly string[]
  /** Why nothing can be delivered to a target; default nothing is known against any. */
  targetProblem?: TargetProblem
}
