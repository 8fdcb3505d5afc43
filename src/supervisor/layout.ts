import type { RoleName } from '#processes/role.ts'

export type ProcessMode = 'compact' | 'split' | 'single'

/** One operating-system process and the roles it holds, in the order in which they start. */
export interface Part {
  /** Shown to people. */
  name: string
  roles: readonly RoleName[]
}

/** In one process the bridge comes first and the edge last: nobody is let in before there is somebody to answer. */
const START_ORDER: readonly RoleName[] = ['bridge', 'chatapp', 'inbound', 'adapter', 'edge']

/** Map roles to processes. `compact` keeps the bridge, where Hubs' tools run, apart from the code we trust. */
export function layoutOf(mode: ProcessMode, wanted: readonly RoleName[]): Part[] {
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
