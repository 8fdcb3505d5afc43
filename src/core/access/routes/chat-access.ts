import type { ConsoleApp } from '#ground/api/route.ts'
import { USE_HUB } from '../permission.ts'
import { ChatAccess } from '../schema.ts'
import type { AccessRoutesDeps } from './deps.ts'
import { mcpServer } from './scope.ts'

/** Which agents somebody may enter: what the edge filters the web chat's list by. */
export function chatAccessRoutes(app: ConsoleApp, { access, hubCards }: AccessRoutesDeps): void {
  app.get(
    '/chat-access',
    {
      summary: 'Which agents the caller may enter',
      level: 'person',
      answer: ChatAccess,
      acceptsBearerToken: true,
    },
    async ({ caller }) => {
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
    },
  )
}
