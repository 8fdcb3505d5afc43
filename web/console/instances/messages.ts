import { number, texts } from '../../ui/language.ts'
export const instances = texts('console.instances', {
  lead: 'Running instances of the service on this database.',
  empty: 'No instances',
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
  more: (count: number) => `and ${number(count)} more`,
})
