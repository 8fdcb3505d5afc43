import type { ConsoleApp, ConsoleCaller } from '#ground/api/route.ts'
import { MANAGE_ACCESS, ORGANIZATION, USE_HUB } from '../permission.ts'
import { HubsPage, HubsQuery, Me, MeQuery, type ManagedHub } from '../schema.ts'
import type { AccessRoutesDeps } from './deps.ts'
import { catalogFor, grantableBy, mcpServer } from './scope.ts'
import { catalogOf } from '../catalog.ts'

/** Who is signed in, and the Hubs they manage. */
export function meRoutes(app: ConsoleApp, deps: AccessRoutesDeps): void {
  app.get(
    '/me',
    {
      summary: 'Who is signed in, what they manage and may give',
      level: 'admin',
      query: MeQuery,
      answer: Me,
    },
    async ({ caller, query }) => {
      const hubs = await managedHubs(deps, caller, caller.manages)
      return {
        email: caller.email,
        name: caller.name,
        is_organization_admin: caller.isOrganizationAdmin,
        hubs,
        organization_permissions: caller.isOrganizationAdmin
          ? (await catalogFor(deps.hubCards, caller, ORGANIZATION)).map(({ name }) => name)
          : [],
        can_create_accounts:
          caller.isOrganizationAdmin || hubs.some(({ permissions }) => permissions.includes(MANAGE_ACCESS)),
        ...(query.brief === 'false' && { sign_in: [...deps.signIn] }),
      }
    },
  )
  app.get(
    '/hubs',
    { summary: 'The Hubs the caller manages', level: 'admin', query: HubsQuery, answer: HubsPage },
    async ({ caller, query: { limit, offset } }) => {
      const slugs = caller.manages.slice(offset, offset + limit)
      return { items: await managedHubs(deps, caller, slugs), total: caller.manages.length, offset, limit }
    },
  )
}

async function managedHubs(
  { access, hubCards }: AccessRoutesDeps,
  caller: ConsoleCaller,
  slugs: readonly string[],
): Promise<ManagedHub[]> {
  const cards = await hubCards.read(slugs)
  const policies = new Map((await access.listHubs()).map((policy) => [policy.hub, policy]))
  const hubs: ManagedHub[] = []
  for (const slug of slugs) {
    const policy = policies.get(slug)
    if (!policy) continue // removed since the caller was identified
    const card = cards.get(slug)
    const { allowed } = await access.decide(caller, slug, USE_HUB)
    hubs.push({
      slug,
      name: card?.name ?? slug,
      description: card?.description ?? '',
      console_managed: policy.mode === 'console',
      can_chat: allowed,
      mcp: mcpServer(card),
      problems: [...(card?.problems ?? [])],
      policy_revision: policy.revision,
      permissions: await grantableBy(access, caller, slug, catalogOf(card?.capabilities ?? [])),
    })
  }
  return hubs
}
