import type { OpenSurfaces } from './kind.ts'
import type { InboundSurface } from './surface.ts'

/**
 * The surface that answers for a name. All kinds are searched for the name itself before any kind answers for unknown
 * names: otherwise a kind that refuses unknown names would hide the surfaces of the kinds behind it.
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
