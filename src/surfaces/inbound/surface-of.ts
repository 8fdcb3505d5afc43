import type { OpenSurfaces } from './kind.ts'
import type { InboundSurface } from './surface.ts'

/** Kinds that handle unknown names are tried last. */
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
