import type { ConsoleApp, ConsoleCaller } from '#ground/api/console-app.ts'
import { listOrder } from '#ground/api/list-start.ts'
import { listHubs, readMe } from '../contract.ts'
import type { HubCard } from '../hub-cards.ts'
import { orderedHubs } from '../hub-order.ts'
import { HUB_SORT } from '#ground/api/list-sorts.ts'
import { MANAGE_ACCESS, USE_HUB } from '../permission.ts'
import type { ManagedHub } from '../schema.ts'
import type { AccessRoutesDeps } from './deps.ts'
import { requireKnown, mcpServer } from './scope.ts'
import { catalogOf } from '../catalog.ts'

export function meRoutes(app: ConsoleApp, deps: AccessRoutesDeps): void {
  app.handle(readMe, async ({ caller, query }) => {
    const cards = await deps.hubCards.read(caller.manages)
    const hubs = await managedHubs(deps, caller, { slugs: caller.manages, cards })
    const anywhere = catalogOf([...cards.values()].flatMap(({ capabilities }) => capabilities))
    return {
      email: caller.email,
      name: caller.name,
      is_organization_admin: caller.isOrganizationAdmin,
      hubs,
      organization_permissions: caller.isOrganizationAdmin ? requireKnown(anywhere, 'all') : [],
      can_create_accounts:
        caller.isOrganizationAdmin || hubs.some(({ permissions }) => permissions.includes(MANAGE_ACCESS)),
      ...(query.brief === 'false' && { sign_in: [...deps.signIn] }),
    }
  })
  app.handle(listHubs, async ({ caller, query: { limit, offset, ...sort } }) => {
    const all = await orderedHubs(deps, caller.manages, listOrder(HUB_SORT, sort))
    const slugs = all.slice(offset, offset + limit)
    const cards = await deps.hubCards.read(slugs)
    return {
      items: await managedHubs(deps, caller, { slugs, cards }),
      total: all.length,
      offset,
      limit,
    }
  })
}

async function managedHubs(
  { access }: AccessRoutesDeps,
  caller: ConsoleCaller,
  { slugs, cards }: { slugs: readonly string[]; cards: ReadonlyMap<string, HubCard> },
): Promise<ManagedHub[]> {
  const policies = new Map((await access.listHubs()).map((policy) => [policy.hub, policy]))
  const usable = await access.allowedAmong(caller, slugs, USE_HUB)
  const grantable = await access.grantableAmong({ subject: caller.email }, slugs)
  const hubs: ManagedHub[] = []
  for (const slug of slugs) {
    const policy = policies.get(slug)
    if (!policy) continue // the Hub was removed after the caller was identified
    const card = cards.get(slug)
    hubs.push({
      slug,
      name: card?.name ?? slug,
      description: card?.description ?? '',
      console_managed: policy.mode === 'console',
      can_chat: usable.has(slug),
      mcp: mcpServer(card),
      problems: [...(card?.problems ?? [])],
      policy_revision: policy.revision,
      permissions: requireKnown(
        catalogOf(card?.capabilities ?? []),
        grantable === 'all' ? 'all' : (grantable.get(slug) ?? []),
      ),
    })
  }
  return hubs
}
