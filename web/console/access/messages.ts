/** Texts about Hubs, permissions, and why somebody has one. */
export const hubs = {
  one: 'Hub',
  organization: 'Organization',
  problems: (count: number) =>
    count === 1
      ? 'Something is wrong in this Hub’s folder'
      : `${count} things are wrong in this Hub’s folder`,
  problemsOf: (hub: string, count: number) =>
    count === 1
      ? `Something is wrong in the folder of ${hub}`
      : `${count} things are wrong in the folder of ${hub}`,
  allProblems: (count: number) => `Show ${count} more`,
} as const

export const permissions = {
  names: {
    use_hub: 'Use the agent',
    manage_access: 'Manage access',
    share_public: 'Share artifacts publicly',
  },
  withoutEffect: (permission: string) => `${permission} (no effect)`,
} as const

export const diff = {
  gets: (permission: string) => `gets “${permission}”`,
  loses: (permission: string) => `loses “${permission}”`,
  nothing: 'No change',
  none: 'no direct access',
} as const

export const why = {
  ask: (about: string) => `Why? ${about}`,
  title: (about: string) => `Why: ${about}`,
  allowed: 'Allowed',
  denied: 'Not allowed',
  grantedBy: 'Given by',
  grantedAt: 'When',
  policy: 'Policy',
  given: (by: string) => `given by ${by}`,
  revision: (revision: number) => `revision ${revision}`,
  remedy: 'What would change it:',
  vias: {
    direct: 'given here',
    organization: 'from the organization',
    everyone: 'from everyone signed in',
    group_based: 'from web chat groups',
  },
} as const
