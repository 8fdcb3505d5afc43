import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { ModelServers } from './connections/connections.ts'
import type { Groups } from '#chatapp/accounts/groups/groups.ts'
import { buildCatalog, mayRead, type ServerModels, type ModelReader } from './catalog.ts'
import type { CatalogModel } from './model.ts'
import type { Offers } from './offers.ts'
import type { ModelRows } from './rows.ts'

export type ModelCatalog = ReturnType<typeof createModelCatalog>

export type ModelRefusal = 'model_not_found' | 'model_away'

export function createModelCatalog({
  connections,
  offers,
  rows,
  groups,
}: {
  connections: ModelServers
  offers: Offers
  rows: ModelRows
  groups: Pick<Groups, 'idsOf'>
}) {
  const readerOf = async ({ id, role }: Account): Promise<ModelReader> => ({
    id,
    role,
    groupIds: (await groups.idsOf([id])).get(id) ?? [],
  })
  /** Queries connections only if no cached list has the model, so that a slow Hub does not delay other Hubs' turns. */
  async function choose(account: Account, id: string): Promise<Result<CatalogModel, ModelRefusal>> {
    const reader = await readerOf(account)
    const [servers, stored] = await Promise.all([connections.list(), rows.list(reader)])
    const among = (found: readonly ServerModels[]) =>
      buildCatalog(found, stored).find((candidate) => candidate.id === id)
    const model = among(await offers.known(servers)) ?? among(await offers.list(servers))
    if (!model || !mayRead(reader, model)) return refused('model_not_found')
    return model.connection.hub?.away ? refused('model_away') : accepted(model)
  }

  return {
    readerOf,

    /** Omits models of unavailable connections, except Hubs, which recover automatically. */
    async visibleTo(account: Account): Promise<CatalogModel[]> {
      const reader = await readerOf(account)
      const [found, stored] = await Promise.all([
        offers.list(await connections.list()),
        rows.list(reader.role === 'admin' ? undefined : reader),
      ])
      const shown = found.filter(({ connection, away }) => away === null || connection.hub !== null)
      return buildCatalog(shown, stored).filter((model) => mayRead(reader, model))
    },

    choose,

    async hubAmong(
      account: Account,
      isMeant: (slug: string) => boolean,
    ): Promise<Result<CatalogModel, ModelRefusal>> {
      const hub = (await connections.list()).find(({ hub }) => hub !== null && isMeant(hub.slug))?.hub
      return hub ? choose(account, hub.slug) : refused('model_not_found')
    },

    async usersAmong(accounts: readonly Account[], { id, baseRow }: CatalogModel): Promise<Account[]> {
      const [row, groupIds] = [await rows.find(id), await groups.idsOf(accounts.map((account) => account.id))]
      return accounts.filter((account) =>
        mayRead({ ...account, groupIds: groupIds.get(account.id) ?? [] }, { row, baseRow }),
      )
    },

    async hubOf(account: Account, id: string): Promise<string | null> {
      const model = await choose(account, id)
      if (model.ok) return model.value.connection.hub?.slug ?? null
      return model.refusal === 'model_away' ? id : null
    },
  }
}
