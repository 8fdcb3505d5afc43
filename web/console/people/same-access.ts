import type { Me } from '#core/access/schema.ts'
import type { PersonView } from '#features/people/schema.ts'
import { ORGANIZATION } from '../access/hubs.tsx'

type Access = PersonView['access']

export interface Lacking {
  hub: string
  /** Expiry of each permission that the viewer may grant; null: permanent. */
  given: ReadonlyMap<string, string | null>
  beyond: readonly string[]
}

export const lackingOf = (
  own: Access,
  other: Access,
  me: Pick<Me, 'hubs' | 'organization_permissions'>,
): Lacking[] =>
  other.flatMap(({ hub, permissions }) => {
    const held = own.find((access) => access.hub === hub)?.permissions ?? []
    const lacking = permissions.filter(({ permission }) => !held.some((one) => one.permission === permission))
    if (lacking.length === 0) return []
    const mayGive = grantableOn(hub, me)
    return [
      {
        hub,
        given: new Map(
          lacking
            .filter(({ permission }) => mayGive.includes(permission))
            .map(({ permission, expires_at }) => [permission, expires_at]),
        ),
        beyond: lacking.map(({ permission }) => permission).filter((one) => !mayGive.includes(one)),
      },
    ]
  })

const grantableOn = (slug: string, me: Pick<Me, 'hubs' | 'organization_permissions'>): readonly string[] => {
  if (slug === ORGANIZATION) return me.organization_permissions
  const hub = me.hubs.find((one) => one.slug === slug)
  return hub?.console_managed ? hub.permissions : []
}
