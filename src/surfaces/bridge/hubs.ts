import type { FastifyInstance } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import { BRIDGE_ROUTES } from './declared-routes.ts'

export interface BridgeHubsDeps {
  listHubs(): Promise<readonly { hub: string; mode: 'console' | 'groups' }[]>
}

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
