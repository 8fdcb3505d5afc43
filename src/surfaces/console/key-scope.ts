import type { Level } from '#ground/api/contract.ts'

/** A person's standing, limited to a key's Hubs; null means all. The organization is not among them. */
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
  /** Parameters, query and body, as they were checked. */
  parts: readonly unknown[]
}

/**
 * Decides whether a key for these Hubs may make this request. All named Hubs must be among them. A request
 * without a Hub may read lists that depend on the managed Hubs; changes, and the person's own data, are
 * outside of the key's scope.
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

/** Every Hub that a part of a request names, however deep. `agent` is what lists of people call it. */
const hubsNamedIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(hubsNamedIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && (name === 'hub' || name === 'agent') ? [inner] : hubsNamedIn(inner),
  )
}
