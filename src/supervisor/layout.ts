import type { RoleName } from '#processes/role.ts'

export type ProcessMode = 'compact' | 'split' | 'single'

export interface RolePart {
  name: string
  roles: readonly RoleName[]
  sharesPort?: boolean
}

/** The bridge starts first and the edge last, so that no request arrives before all roles are ready. */
const START_ORDER: readonly RoleName[] = ['bridge', 'chatapp', 'inbound', 'adapter', 'edge']

/** Mode `compact` runs the bridge in a separate process, because the bridge runs Hubs' own tools. */
export function layoutOf(
  mode: ProcessMode,
  wanted: readonly RoleName[],
  edgeWorkers: number | null = null,
): RolePart[] {
  if (edgeWorkers !== null && wanted.includes('edge'))
    return [
      ...layoutOf(
        mode,
        wanted.filter((role) => role !== 'edge'),
      ),
      ...Array.from({ length: edgeWorkers }, (_, index): RolePart => ({
        name: edgeWorkers === 1 ? 'edge' : `edge-${index + 1}`,
        roles: ['edge'],
        sharesPort: true,
      })),
    ]
  const roles = START_ORDER.filter((role) => wanted.includes(role))
  switch (mode) {
    case 'single':
      return [{ name: 'hub', roles }]
    case 'compact':
      return [roles.filter((role) => role === 'bridge'), roles.filter((role) => role !== 'bridge')]
        .filter((part) => part.length > 0)
        .map((part) => ({ name: part.toReversed().join('+'), roles: part }))
    case 'split':
      return roles.map((role) => ({ name: role, roles: [role] }))
  }
}
