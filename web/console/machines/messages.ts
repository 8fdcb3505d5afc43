/** Texts of the machines that work on a store. */
export const instances = {
  lead: 'Running instances of the service on this store.',
  empty: 'No machine',
  emptyText: 'An instance appears here after its first heartbeat.',
  name: 'Name',
  state: 'State',
  states: { serving: 'Serving', draining: 'Draining', silent: 'No heartbeat' },
  version: 'Version',
  since: 'Since',
  turns: 'Answers',
  runs: 'Runs',
  hubs: 'Hubs',
  hubVersion: (version: number) => `version ${version}`,
  more: (count: number) => `and ${count.toLocaleString()} more`,
} as const
