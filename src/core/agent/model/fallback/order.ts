/** What a model lacks for a request. */
export type Lack = 'pictures' | 'tools'

export interface Listed {
  lack: Lack | null
  /** Failed recently, and its next probe is not due. */
  isUnhealthy: boolean
  /** Answered an earlier request of the turn. */
  isCurrent: boolean
}

/**
 * Order in which a request tries the models of a list:
 *
 * 1. Models that lack something are left out, unless all do.
 * 2. Healthy models come first, in the order of the list; among them, the model that the turn already uses.
 * 3. Unhealthy models follow, so a request always has a model.
 */
export function orderOf<T extends Listed>(models: readonly T[]): T[] {
  const fit = models.filter(({ lack }) => lack === null)
  const usable = fit.length > 0 ? fit : models
  const healthy = usable.filter(({ isUnhealthy }) => !isUnhealthy)
  const current = healthy.filter(({ isCurrent }) => isCurrent)
  return [
    ...current,
    ...healthy.filter(({ isCurrent }) => !isCurrent),
    ...usable.filter(({ isUnhealthy }) => isUnhealthy),
  ]
}

/** No model gets less time to begin its answer. */
const MIN_START_MS = 5000

/** Shares the remaining time among the remaining models, so a list waits no longer than one model. */
export const startMsFor = (leftMs: number, models: number): number =>
  Math.max(MIN_START_MS, Math.floor(leftMs / models))
