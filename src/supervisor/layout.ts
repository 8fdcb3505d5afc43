import type { RoleName } from '#processes/role.ts'

export type ProcessMode = 'compact' | 'split' | 'single'

/** One operating-system process and the roles it holds, in the order in which they start. */
export interface Part {
  /** Shown to people. */
  name: string
  roles: readonly RoleName[]
}

/**
 * Map roles to processes. `compact` keeps the bridge, where Hubs' tools run, apart from the code we trust. In one
 * process the bridge comes first and the edge last, so that nobody is let in before there is somebody to answer.
 */
export function layoutOf(mode: ProcessMode, withEdge: boolean): Part[] {
  const doors: RoleName[] = withEdge ? ['chatapp', 'edge'] : ['chatapp']
  switch (mode) {
    case 'single':
      return [{ name: 'hub', roles: ['bridge', ...doors] }]
    case 'compact':
      return [
        { name: 'bridge', roles: ['bridge'] },
        { name: doors.toReversed().join('+'), roles: doors },
      ]
    case 'split':
      return (['bridge', ...doors] as const).map((role) => ({ name: role, roles: [role] }))
  }
}
