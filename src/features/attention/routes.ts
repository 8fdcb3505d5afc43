import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { requireManaged } from '#ground/api/managed.ts'
import { listAttention } from './contract.ts'
import { readDecisions } from './decisions.ts'
import { readHubTroubles, type HubTroublesDeps } from './hub-troubles.ts'
import { readUseTroubles, type AttentionDeps } from './use-troubles.ts'
import { readWorkTroubles } from './work-troubles.ts'
import type { AttentionItem } from './schema.ts'

export type AttentionFeatureDeps = AttentionDeps & HubTroublesDeps

const MAX_ITEMS = 100
const LEVELS = ['failure', 'warning', 'decision'] as const

/** The number of SQL queries does not grow with the number of Hubs, runs and people. */
export const attentionFeature = (deps: AttentionFeatureDeps): ConsoleFeature => ({
  routes(app) {
    app.handle(listAttention, async ({ caller, query: { hub } }) => {
      if (hub !== undefined) requireManaged(caller, hub)
      const hubs = hub === undefined ? caller.manages : [hub]
      const found = await Promise.all([
        readHubTroubles(deps, hubs),
        readWorkTroubles(deps, hubs),
        readUseTroubles(deps, hubs),
        readDecisions(deps, caller, { hubs, isOfHub: hub !== undefined }),
      ])
      const items = found.flat().toSorted(worstFirst)
      return { items: items.slice(0, MAX_ITEMS), total: items.length }
    })
  },
})

const worstFirst = (one: AttentionItem, other: AttentionItem): number =>
  LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level) ||
  (other.since ?? '').localeCompare(one.since ?? '')
