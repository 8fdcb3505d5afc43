/** Texts of the machines that work on a store. */
export const machines = {
  lead: 'Where the service runs on this store. A machine is one start of it.',
  empty: 'No machine',
  emptyText: 'A machine appears here once it has said that it is at work.',
  name: 'Name',
  state: 'State',
  states: { serving: 'Serving', draining: 'Draining', silent: 'Not heard of' },
  version: 'Version',
  since: 'Since',
  turns: 'Answers',
  runs: 'Runs',
  hubs: 'Hubs',
  hubVersion: (version: number) => `version ${version}`,
  more: (count: number) => `and ${count.toLocaleString()} more`,
} as const
