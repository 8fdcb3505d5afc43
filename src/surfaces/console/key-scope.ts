import type { Level } from '#ground/api/route.ts'

/** What somebody's standing comes to by a key that is for these Hubs; null is all. The organization is none of them. */
export function narrowed<Standing extends { isOrganizationAdmin: boolean; manages: readonly string[] }>(
  standing: Standing,
  hubs: readonly string[] | null,
): Standing {
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
 * Whether a key for these Hubs may make this request. What names Hubs must name none but them. What names none is for
 * them to read where answers go by what the caller manages; a change, and what is the person's own, then goes beyond them.
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
