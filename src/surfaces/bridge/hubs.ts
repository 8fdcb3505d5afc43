import type { FastifyInstance } from 'fastify'
import { answersWith } from './statuses.ts'

export interface HubsDeps {
  /** Every Hub of the store, and how its access is managed. */
  listHubs(): Promise<readonly { hub: string; mode: 'console' | 'groups' }[]>
}

/** Which Hubs are managed in the Console: what the edge locks the web chat's own administration by. */
export function hubRoutes(app: FastifyInstance, { listHubs }: HubsDeps): void {
  app.get('/v1/hubs', answersWith(), async () => ({
    object: 'list',
    data: (await listHubs()).map(({ hub, mode }) => ({
      id: hub,
      object: 'hub',
      managed: mode === 'console',
    })),
  }))
}
