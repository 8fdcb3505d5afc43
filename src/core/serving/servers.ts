import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'

export interface HubServer {
  hub: string
  instance: string
  /** Base URL, such as `http://127.0.0.1:8000`. */
  address: string
  version: string
  startedAt: EpochMs
  /** Null in rows of an earlier release. */
  instanceId: string | null
}

export interface ServingHub extends HubServer {
  /** Null or absent if the folder follows no published version. */
  published?(): number | null
  /** If absent, all data of the Hub is in its folder. */
  inStore?: { inbox: boolean; chats: boolean }
}

export interface OtherHubServer {
  name: string
  published: boolean
  inbox: boolean
  chats: boolean
}

export const SERVER_HEARTBEAT_MS = 10_000
/** After this time without a heartbeat, a bridge counts as stopped. */
export const STALE_MS = 30_000

export type HubServers = ReturnType<typeof createHubServers>

export function createHubServers({ store, clock }: { store: Pick<Store, 'db'>; clock: Pick<Clock, 'now'> }) {
  const fresh = () =>
    store.db
      .selectFrom('hub_servers')
      .selectAll()
      .where('heard_at_ms', '>', clock.now() - STALE_MS)
      // While a new bridge replaces another bridge, both serve the Hub. The bridge with the newest heartbeat is
      // first.
      .orderBy('heard_at_ms', 'desc')
      .orderBy('started_at_ms', 'desc')

  return {
    async recordHeartbeat(...servers: ServingHub[]): Promise<void> {
      if (servers.length === 0) return
      const now = { heard_at_ms: clock.now() }
      await store.db
        .insertInto('hub_servers')
        .values(
          servers.map(({ hub, instance, address, version, startedAt, instanceId, published, inStore }) => ({
            hub,
            instance,
            address,
            version,
            started_at_ms: startedAt,
            machine_id: instanceId,
            hub_version: published?.() ?? null,
            inbox: inStore?.inbox ? 'store' : null,
            chats: inStore?.chats ? 'store' : null,
            ...now,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['hub', 'instance']).doUpdateSet((eb) => ({
            ...now,
            hub_version: eb.fn.coalesce('excluded.hub_version', 'hub_servers.hub_version'),
          })),
        )
        .execute()
    },

    async leave({ hub, instance }: Pick<HubServer, 'hub' | 'instance'>): Promise<void> {
      await store.db
        .deleteFrom('hub_servers')
        .where('hub', '=', hub)
        .where('instance', '=', instance)
        .execute()
    },

    async forgetStale(hub: string): Promise<void> {
      await store.db
        .deleteFrom('hub_servers')
        .where('hub', '=', hub)
        .where('heard_at_ms', '<=', clock.now() - STALE_MS)
        .execute()
    },

    async withOtherFolder(hub: string, folder: string): Promise<OtherHubServer[]> {
      const rows = await store.db
        .selectFrom('hub_servers')
        .innerJoin('machines', 'machines.id', 'hub_servers.machine_id')
        .where('hub', '=', hub)
        .where('hub_servers.heard_at_ms', '>', clock.now() - STALE_MS)
        .where('machines.folder', '!=', folder)
        .where('machines.ended_at_ms', 'is', null)
        .select(['machines.name', 'hub_servers.hub_version', 'hub_servers.inbox', 'hub_servers.chats'])
        .orderBy('machines.name')
        .execute()
      return rows.map(({ name, hub_version, inbox, chats }) => ({
        name,
        published: hub_version !== null,
        inbox: inbox !== null,
        chats: chats !== null,
      }))
    },

    async find(hub: string): Promise<HubServer | null> {
      const row = await fresh().where('hub', '=', hub).limit(1).executeTakeFirst()
      return row ? serverOf(row) : null
    },

    async of(hubs: readonly string[]): Promise<ReadonlyMap<string, HubServer>> {
      const rows = hubs.length === 0 ? [] : await fresh().where('hub', 'in', hubs).execute()
      return new Map(rows.toReversed().map((row) => [row.hub, serverOf(row)]))
    },
  }
}

interface Row {
  hub: string
  instance: string
  address: string
  version: string
  started_at_ms: number
  machine_id: string | null
}

const serverOf = ({
  started_at_ms: startedAt,
  hub,
  instance,
  address,
  version,
  machine_id: machine,
}: Row): HubServer => ({
  hub,
  instance,
  address,
  version,
  startedAt,
  instanceId: machine,
})
