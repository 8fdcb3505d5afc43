import { segmentsOf } from './segments.ts'

export const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Source: service specification 1.0.1, "Edge rules", rule 4.
 * @param prefixes Match whole segments: `/api/v1/groups` locks `/api/v1/groups/create`, not `/api/v1/groupset`.
 */
export function isLocked(method: string, path: string, prefixes: readonly string[]): boolean {
  if (prefixes.length === 0 || READS.has(method)) return false
  const read = segmentsOf(path)
  return prefixes.some((prefix) => segmentsOf(prefix).every((segment, index) => segment === read[index]))
}
