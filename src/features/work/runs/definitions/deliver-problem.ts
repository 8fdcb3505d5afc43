import type { FolderNews } from '#ground/hub/reloaded.ts'
import type { DeliveryTarget } from '#ground/hub/deliver.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import type { Definition } from './definition.ts'

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
  log?: (problem: HubProblem) => void
  news?: FolderNews
  /** Default: true. */
  watch?: boolean
  /** By default, endpoints in definitions are not checked. */
  endpoints?: () => readonly string[]
  targetProblem?: TargetProblem
}
