import type { RoleName } from '#processes/role.ts'

export type ProcessMode = 'compact' | 'split' | 'single'

/** One operating-system process and the roles it holds, in the order in which they start. */
export interface RolePart {
  /** Shown to people. */
  name: string
  roles: readonly RoleName[]
  /** Others listen at the same address beside it. */
  sharesPort?: boolean
}

/** In one process the bridge is first and the edge last: no request is accepted before it can be answered. */
const START_ORDER: readonly RoleName[] = ['bridge', 'chatapp', 'inbound', 'adapter', 'edge']

/**
 * Map roles to processes. `compact` keeps the bridge, where Hubs' tools run, apart from the code we trust.
 *
 * @param edgeWorkers So many processes hold the edge alone; null leaves it to the mode.
 */
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
