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
