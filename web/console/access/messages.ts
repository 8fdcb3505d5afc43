import { texts } from '../../ui/language.ts'
export const hubs = texts('console.access.hubs', {
  one: 'Hub',
  organization: 'Organization',
  missing: 'No such Hub',
  missingText: 'The Hub doesn’t exist, or you don’t manage it.',
  problems: (count: number) =>
    count === 1 ? '1 problem in this Hub’s folder' : `${count} problems in this Hub’s folder`,
  problemsOf: (hub: string, count: number) =>
    count === 1 ? `1 problem in ${hub}’s files` : `${count} problems in ${hub}’s files`,
  allProblems: (count: number) => `Show ${count} more`,
})

export const permissions = texts('console.access.permissions', {
  one: 'Permission',
  names: {
    use_hub: 'Use the agent',
    manage_access: 'Manage access',
    share_public: 'Share artifacts publicly',
  },
  builtInGroup: 'Access',
  withoutEffect: (permission: string) => `${permission} (no effect)`,
})

export const ending = texts('console.access.ending', { until: (time: string) => `until ${time}` })

export const diff = texts('console.access.diff', {
  gets: (permission: string) => `gets “${permission}”`,
  loses: (permission: string) => `loses “${permission}”`,
  ends: (permission: string) => `“${permission}” expires`,
  lasts: (permission: string) => `“${permission}” no longer expires`,
  nothing: 'No change',
  none: 'no direct access',
})

export const why = texts('console.access.why', {
  ask: (about: string) => `Why? ${about}`,
  title: (about: string) => `Why: ${about}`,
  allowed: 'Allowed',
  denied: 'Not allowed',
  grantedBy: 'Granted by',
  grantedAt: 'When',
  ends: 'Ends',
  policy: 'Policy',
  given: (by: string) => `granted by ${by}`,
  revision: (revision: number) => `revision ${revision}`,
  remedy: 'To allow it:',
  vias: {
    direct: 'granted on this Hub',
    organization: 'granted on the organization',
    everyone: 'granted to everyone signed in',
    group_based: 'through web chat groups',
  },
})

export const asking = texts('console.access.asking', {
  label: 'Requests for access',
  asks: (name: string, hub: string) => `${name} requests access to ${hub}`,
  give: 'Give access',
  decline: 'Decline',
  beyond: 'You don’t have “Use the agent” on this Hub yourself, so you can’t grant it.',
  given: (name: string, hub: string) => `${name} may use ${hub} now.`,
  declined: (name: string) => `${name}’s request was declined.`,
  more: (count: number) => `${count} more`,
})
