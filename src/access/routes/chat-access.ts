import type { ConsoleApp } from '#api/route.ts'
import { USE_HUB } from '../permission.ts'
import { ChatAccess } from '../schema.ts'
import type { AccessRoutesDeps } from './deps.ts'

/** Which agents somebody may enter: what the edge filters the web chat's list by. */
export function chatAccessRoutes(app: ConsoleApp, { access }: AccessRoutesDeps): void {
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
      for (const { hub } of await access.listHubs()) {
        const { allowed, reason } = await access.decide(caller, hub, USE_HUB)
        hubs.push({ slug: hub, allowed, reason })
      }
      return {
        email: caller.email,
        hubs,
        can_manage: caller.isOrganizationAdmin || caller.manages.length > 0,
      }
    },
  )
}
