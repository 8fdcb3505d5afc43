import { isoTime } from '#ground/base/clock.ts'
import { z } from 'zod'
import type { AwayHubView } from '#core/serving/schema.ts'
import type { HubServers } from '#core/serving/servers.ts'
import type { Store } from '#ground/store/store.ts'
import { item } from './item.ts'
import type { AttentionItem } from './schema.ts'

const Problems = z.array(z.object({ file: z.string(), message: z.string() }))

export interface HubTroublesDeps {
  store: Pick<Store, 'db'>
  servers: Pick<HubServers, 'of'>
  awayHubs(): Promise<ReadonlyMap<string, AwayHubView>>
}

export async function readHubTroubles(
  { store, servers, awayHubs }: HubTroublesDeps,
  hubs: readonly string[],
): Promise<AttentionItem[]> {
  if (hubs.length === 0) return []
  const [served, away, rows] = await Promise.all([
    servers.of(hubs),
    awayHubs(),
    store.db
      .selectFrom('hubs')
      .where('slug', 'in', hubs)
      .where(({ eb, or }) => or([eb('problems', '!=', '[]'), eb('quarantined', '>', 0)]))
      .select(['slug', 'problems', 'quarantined', 'updated_at_ms'])
      .execute(),
  ])
  const states = hubs.flatMap((hub): AttentionItem[] => {
    const gone = away.get(hub)
    if (gone?.state === 'broken') {
      const { since, problem: detail } = gone
      return [item({ kind: 'hub_broken', level: 'failure', hub, since, detail })]
    }
    return served.has(hub) || gone ? [] : [item({ kind: 'hub_away', level: 'failure', hub })]
  })
  const problems = rows.flatMap(({ slug: hub, problems, updated_at_ms: at }) => {
    const found = Problems.parse(JSON.parse(problems))
    const [first] = found
    if (!first) return []
    return [
      item({
        kind: 'hub_problems',
        level: 'warning',
        hub,
        count: found.length,
        since: isoTime(at),
        detail: `${first.file}: ${first.message}`,
      }),
    ]
  })
  const quarantined = rows
    .filter((row) => row.quarantined > 0)
    .map(({ slug: hub, quarantined: count }) =>
      item({ kind: 'events_quarantined', level: 'failure', hub, count }),
    )
  return [...states, ...problems, ...quarantined]
}
