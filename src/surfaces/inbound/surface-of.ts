import type { OpenSurfaces } from './kind.ts'
import type { InboundSurface } from './surface.ts'

/**
 * Finds the surface for a name. All kinds are searched before a kind handles unknown names: otherwise a kind that
 * refuses unknown names would hide surfaces of later kinds.
 */
export function surfaceOf(
  kinds: readonly Pick<OpenSurfaces, 'surfaceOf' | 'unknown'>[],
  name: string,
): InboundSurface | null {
  for (const kind of kinds) {
    const surface = kind.surfaceOf(name)
    if (surface) return surface
  }
  return kinds.map((kind) => kind.unknown?.() ?? null).find((surface) => surface !== null) ?? null
}
