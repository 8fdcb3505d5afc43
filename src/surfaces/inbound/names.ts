/** What each kind of surface receives, by its name: in `SVC_INBOUND`, and as the option `--<name>`. Loads nothing. */
export const SURFACES = { webhook: 'signed webhooks' } as const

export type SurfaceName = keyof typeof SURFACES

export const SURFACE_NAMES = Object.keys(SURFACES) as readonly SurfaceName[]
