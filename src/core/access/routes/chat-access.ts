import type { ConsoleApp } from '#ground/api/console-app.ts'
import { readChatAccess } from '../contract.ts'
import { USE_HUB } from '../permission.ts'
import type { ChatAccess } from '../schema.ts'
import type { AccessRoutesDeps } from './deps.ts'
import { mcpServer } from './scope.ts'

/** The edge filters the web chat's list of agents by this route's response. */
export function chatAccessRoutes(app: ConsoleApp, { access, hubCards }: AccessRoutesDeps): void {
  app.handle(readChatAccess, async ({ caller }) => {
    const hubs: ChatAccess['hubs'] = []
    const slugs = (await access.listHubs()).map(({ hub }) => hub)
    const cards = await hubCards.read(slugs)
    for (const slug of slugs) {
      const { allowed, reason } = await access.decide(caller, slug, USE_HUB)
      const card = allowed ? cards.get(slug) : undefined
      hubs.push({ slug, name: card?.name ?? slug, allowed, reason, mcp: mcpServer(card) })
    }
    return {
      email: caller.email,
      hubs,
      can_manage: caller.isOrganizationAdmin || caller.manages.length > 0,
    }
  })
}
