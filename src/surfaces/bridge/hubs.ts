import type { FastifyInstance } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import { BRIDGE_ROUTES } from './declared-routes.ts'

export interface BridgeHubsDeps {
  /** Every Hub of the store, and how its access is managed. */
  listHubs(): Promise<readonly { hub: string; mode: 'console' | 'groups' }[]>
}

/** The Hubs managed in the Console: the edge locks the web chat's own administration by them. */
export function hubRoutes(app: FastifyInstance, { listHubs }: BridgeHubsDeps): void {
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.listHubs),
    handler: async () => ({
      object: 'list',
      data: (await listHubs()).map(({ hub, mode }) => ({
        id: hub,
        object: 'hub',
        managed: mode === 'console',
      })),
    }),
  })
}
