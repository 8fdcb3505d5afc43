import { accepted, refused, type Result } from '#base/result.ts'
import type { Account } from '../accounts/account.ts'
import type { Connections } from '../connections/connections.ts'
import { buildCatalog, mayRead } from './catalog.ts'
import type { Model } from './model.ts'
import type { Offers } from './offers.ts'
import type { ModelRows } from './rows.ts'

export type Models = ReturnType<typeof createModels>

/** The models people may choose from. */
export function createModels({
  connections,
  offers,
  rows,
}: {
  connections: Connections
  offers: Offers
  rows: ModelRows
}) {
  return {
    /** Models this account may see, of connections that answer. */
    async visibleTo(account: Account): Promise<Model[]> {
      const [found, stored] = await Promise.all([offers.current(await connections.list()), rows.list()])
      return buildCatalog(found, stored).filter((model) => mayRead(account, model))
    },

    /**
     * The model of this id for a chat request. A connection that is down for a moment still counts, so that the person
     * hears about the connection and not about a missing model.
     */
    async choose(account: Account, id: string): Promise<Result<Model, 'model_not_found'>> {
      const [found, stored] = await Promise.all([offers.lastKnown(await connections.list()), rows.list()])
      const model = buildCatalog(found, stored).find((candidate) => candidate.id === id)
      return model && mayRead(account, model) ? accepted(model) : refused('model_not_found')
    },
  }
}
