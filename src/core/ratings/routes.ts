import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { requireManaged } from '#ground/api/managed.ts'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { listRatings } from './contract.ts'
import { countRatings, readRatings } from './read.ts'

const SPAN_SECONDS = 30 * 86_400

interface RatingsFeatureDeps {
  store: Pick<Store, 'db'>
  clock: Clock
}

export const ratingsFeature = ({ store, clock }: RatingsFeatureDeps): ConsoleFeature => ({
  routes(app) {
    app.handle(listRatings, async ({ caller, query }) => {
      const { hub, limit, offset } = query
      requireManaged(caller, hub)
      const until = epochSeconds(clock) + 1
      const since = until - SPAN_SECONDS
      const [{ items, total }, recent, before] = await Promise.all([
        readRatings(store, query),
        countRatings(store, { hub, since, until }),
        countRatings(store, { hub, since: since - SPAN_SECONDS, until: since }),
      ])
      return {
        items: items.map(({ is_good: isGood, rated_at: ratedAt, reason, comment, model }) => ({
          at: new Date(ratedAt * 1000).toISOString(),
          verdict: isGood === 1 ? ('good' as const) : ('bad' as const),
          reason,
          comment,
          model,
        })),
        total,
        offset,
        limit,
        recent,
        before,
      }
    })
  },
})
