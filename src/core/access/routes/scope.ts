import type { EpochMs } from '#ground/base/clock.ts'
import type { ConsoleCaller } from '#ground/api/console-app.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import { requireManaged } from '#ground/api/managed.ts'
import type { Access } from '../access.ts'
import { catalogOf, type CatalogEntry } from '../catalog.ts'
import type { HubCard, HubCards } from '../hub-cards.ts'
import { ORGANIZATION, type Permission } from '../permission.ts'
import type { AccessGrant, HubPolicy } from '../policy.ts'
import type { GrantCard, McpServerView } from '../schema.ts'
import { parseSubject, type Subject } from '../subject.ts'

/** Throws ApiRefused unless the caller manages the Hub. */
export async function managedPolicy(
  access: Pick<Access, 'listHubs' | 'revision' | 'removeExpired'>,
  caller: ConsoleCaller,
  hub: string,
): Promise<HubPolicy> {
  await access.removeExpired()
  if (hub === ORGANIZATION && caller.isOrganizationAdmin)
    return { hub, mode: 'console', revision: (await access.revision(hub)) ?? 1 }
  requireManaged(caller, hub)
  return (await access.listHubs()).find((known) => known.hub === hub)!
}

export function subjectOf(text: string): Subject {
  const subject = parseSubject(text)
  if (subject !== null) return subject
  throw new ApiRefused('invalid', 'subject: expected an e-mail address, svc:<name> or *')
}

export async function catalogFor(
  hubCards: Pick<HubCards, 'read'>,
  caller: ConsoleCaller,
  hub: string,
): Promise<CatalogEntry[]> {
  const cards = await hubCards.read(hub === ORGANIZATION ? caller.manages : [hub])
  return catalogOf([...cards.values()].flatMap(({ capabilities }) => capabilities))
}

export async function grantableBy(
  access: Pick<Access, 'grantable'>,
  caller: ConsoleCaller,
  hub: string,
  catalog: readonly CatalogEntry[],
): Promise<Permission[]> {
  return requireKnown(catalog, await access.grantable({ subject: caller.email }, hub))
}

export function requireKnown(
  catalog: readonly CatalogEntry[],
  held: 'all' | readonly Permission[],
): Permission[] {
  const names = catalog.map(({ name }) => name)
  return held === 'all' ? names : held.filter((name) => names.includes(name))
}

export const grantCard = ({ grantedBy, grantedAt, revision, expiresAt }: AccessGrant): GrantCard => ({
  granted_by: grantedBy,
  granted_at: new Date(grantedAt).toISOString(),
  revision,
  expires_at: timeOf(expiresAt),
})

const timeOf = (at: EpochMs | null): string | null => (at === null ? null : new Date(at).toISOString())

export const mcpServer = (card: HubCard | undefined): McpServerView | null =>
  card?.mcp ? { url: card.mcp.url, sign_in_url: card.mcp.signInUrl } : null
