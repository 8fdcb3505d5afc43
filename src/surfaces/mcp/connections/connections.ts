import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'

export interface ConnectedProgram {
  hub: string
  email: string
  keyName: string
  client: string
}

export interface UsedProgram extends ConnectedProgram {
  firstUsedAt: number
  /** Epoch milliseconds, accurate to a minute. */
  lastUsedAt: number
}

export interface McpConnectionsDeps {
  store: Store
  clock: Pick<Clock, 'now'>
  onFailure(error: unknown): void
}

export type ConnectedPrograms = ReturnType<typeof createProgramConnections>

const MIN_WRITE_INTERVAL_MS = 60_000
const MAX_CLIENT_NAME_LENGTH = 80
/** A program may send any name, so the number of stored names is limited. */
const MAX_PROGRAMS = 20
const MAX_CACHED_CONNECTIONS = 10_000

export function createProgramConnections({ store, clock, onFailure }: McpConnectionsDeps) {
  const writtenAt = new BoundedMap<string, number>(MAX_CACHED_CONNECTIONS)
  let writing = Promise.resolve()

  async function write(connection: ConnectedProgram, now: number): Promise<void> {
    const { hub, email, keyName, client } = connection
    await store.db
      .insertInto('mcp_connections')
      .values({ hub, email, key_name: keyName, client, first_used_at_ms: now, last_used_at_ms: now })
      .onConflict((conflict) =>
        conflict.columns(['hub', 'email', 'key_name', 'client']).doUpdateSet({ last_used_at_ms: now }),
      )
      .execute()
    await deleteOldest(store, connection)
  }

  return {
    /** At most one background write per minute and connection. */
    recordUse(connection: ConnectedProgram): void {
      const now = clock.now()
      const { hub, email, keyName, client } = connection
      const name = JSON.stringify([hub, email, keyName, client])
      const last = writtenAt.get(name)
      if (last !== undefined && now - last < MIN_WRITE_INTERVAL_MS) return
      writtenAt.set(name, now)
      const named = { ...connection, client: clientName(client) }
      writing = writing.then(() => write(named, now)).catch(onFailure)
    },

    async list(
      hub: string,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ items: UsedProgram[]; total: number }> {
      const ofHub = store.db.selectFrom('mcp_connections').where('hub', '=', hub)
      const { count } = await ofHub
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      const rows = await ofHub
        .selectAll()
        .orderBy('last_used_at_ms', 'desc')
        .orderBy('email')
        .orderBy('key_name')
        .orderBy('client')
        .offset(offset)
        .limit(limit)
        .execute()
      const items = rows.map((row) => ({
        hub: row.hub,
        email: row.email,
        keyName: row.key_name,
        client: row.client,
        firstUsedAt: row.first_used_at_ms,
        lastUsedAt: row.last_used_at_ms,
      }))
      return { items, total: Number(count) }
    },

    [Symbol.asyncDispose]: () => writing,
  }
}

async function deleteOldest({ db }: Store, { hub, email }: ConnectedProgram): Promise<void> {
  const ofPerson = db.selectFrom('mcp_connections').where('hub', '=', hub).where('email', '=', email)
  const last = await ofPerson
    .select('last_used_at_ms')
    .orderBy('last_used_at_ms', 'desc')
    .offset(MAX_PROGRAMS - 1)
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  await db
    .deleteFrom('mcp_connections')
    .where('hub', '=', hub)
    .where('email', '=', email)
    .where('last_used_at_ms', '<', last.last_used_at_ms)
    .execute()
}

const clientName = (text: string): string =>
  text
    .slice(0, MAX_CLIENT_NAME_LENGTH)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
