import type { SurfaceKind } from './kind.ts'
import type { SurfaceName } from './names.ts'
import { webhook } from './webhook/kind.ts'

/** Every kind of surface there is. */
export const SURFACE_KINDS: Readonly<Record<SurfaceName, SurfaceKind>> = { webhook }
