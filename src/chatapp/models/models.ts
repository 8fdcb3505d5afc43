import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { Connections } from './connections/connections.ts'
import type { Groups } from '#chatapp/accounts/groups/groups.ts'
import { buildCatalog, mayRead, type Reader } from './catalog.ts'
import type { Model } from './model.ts'
import type { Offers } from './offers.ts'
import type { ModelRows } from './rows.ts'

export type Models = ReturnType<typeof createModels>

/** The models people may choose from. */
export function createModels({
  connections,
  offers,
  rows,
  groups,
}: {
  connections: Connections
  offers: Offers
  rows: ModelRows
  groups: Pick<Groups, 'idsOf'>
}) {
  const readerOf = async ({ id, role }: Account): Promise<Reader> => ({
    id,
    role,
    groupIds: (await groups.idsOf([id])).get(id) ?? [],
  })
  return {
    readerOf,

    /** Models this account may see, of connections that answer. */
    async visibleTo(account: Account): Promise<Model[]> {
      const [found, stored, reader] = await Promise.all([
        offers.current(await connections.list()),
        rows.list(),
        readerOf(account),
      ])
      return buildCatalog(found, stored).filter((model) => mayRead(reader, model))
    },

    /**
     * The model of this id for a chat request. A connection that is down for a moment still counts, so that the person
     * hears about the connection and not about a missing model.
     */
    async choose(account: Account, id: string): Promise<Result<Model, 'model_not_found'>> {
      const [found, stored, reader] = await Promise.all([
        offers.lastKnown(await connections.list()),
        rows.list(),
        readerOf(account),
      ])
      const model = buildCatalog(found, stored).find((candidate) => candidate.id === id)
      return model && mayRead(reader, model) ? accepted(model) : refused('model_not_found')
    },
  }
}
