import type { Level } from '#ground/api/contract.ts'

/** If `hubs` is null, the key is valid for all Hubs. A limited key has no rights over the organization. */
export function narrowToKeyScope<
  Standing extends { isOrganizationAdmin: boolean; manages: readonly string[] },
>(standing: Standing, hubs: readonly string[] | null): Standing {
  if (hubs === null) return standing
  const manages = standing.manages.filter((slug) => hubs.includes(slug))
  return { ...standing, isOrganizationAdmin: false, manages }
}

export interface ScopedRequest {
  level: Level
  isChange: boolean
  parts: readonly unknown[]
}

/**
 * A limited key must include every Hub that the request names. If the request names none, the key may not change data
 * or read the person's own data.
 */
export function isWithinScope(
  { level, isChange, parts }: ScopedRequest,
  hubs: readonly string[] | null,
): boolean {
  if (hubs === null) return true
  const named = parts.flatMap(hubsNamedIn)
  if (named.length === 0) return !isChange && level !== 'person'
  return named.every((hub) => hubs.includes(hub))
}

/** In lists of people, the field `agent` names the Hub. */
const hubsNamedIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(hubsNamedIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && (name === 'hub' || name === 'agent') ? [inner] : hubsNamedIn(inner),
  )
}
