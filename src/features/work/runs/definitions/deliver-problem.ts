import type { FolderNews } from '#ground/hub/reloaded.ts'
import type { DeliveryTarget } from '#ground/hub/deliver.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import type { Definition } from './definition.ts'

/** Why the Hub's settings do not allow delivery to a target, as text; null if they do. */
export type TargetProblem = (target: DeliveryTarget) => string | null

export const deliverProblems = (
  { file, deliver }: Pick<Definition, 'file' | 'deliver'>,
  problemOf: TargetProblem = () => null,
): HubProblem[] =>
  deliver.flatMap(({ target, place }) => {
    const message = problemOf(target)
    return message === null ? [] : [{ file, ...place, message: `deliver: ${message}` }]
  })

export interface FolderOptions {
  /** Called once for each new problem. */
  log?: (problem: HubProblem) => void
  /** Called for problems that were fixed. */
  news?: FolderNews
  /** Default: true. */
  watch?: boolean
  /** Names of the Hub's endpoints. By default, endpoints in definitions are not checked. */
  endpoints?: () => readonly string[]
  targetProblem?: TargetProblem
}
