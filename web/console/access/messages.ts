/** Texts about Hubs, permissions, and why somebody has one. */
export const hubs = { one: 'Hub', organization: 'Organization' } as const

export const permissions = {
  one: 'Permission',
  names: {
    use_hub: 'Use the agent',
    manage_access: 'Manage access',
    share_public: 'Share artifacts publicly',
  },
  withoutEffect: (permission: string) => `${permission} (no effect)`,
} as const

export const ending = { until: (time: string) => `until ${time}` } as const

export const diff = {
  gets: (permission: string) => `gets “${permission}”`,
  loses: (permission: string) => `loses “${permission}”`,
  ends: (permission: string) => `“${permission}” ends by itself`,
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
  ends: 'Ends',
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
