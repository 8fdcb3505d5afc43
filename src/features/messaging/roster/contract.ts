import { route } from '#ground/api/contract.ts'
import { RosterPage, RosterQuery, StrangersPage, StrangersQuery } from './schema.ts'

const shared = { level: 'admin', isLive: true, refusals: ['outside_ceiling', 'not_found'] } as const

export const listRoster = route('get', '/roster', {
  ...shared,
  summary: 'Entries and problems of the Hub’s roster of messaging senders',
  query: RosterQuery,
  answer: RosterPage,
})

export const listStrangers = route('get', '/strangers', {
  ...shared,
  summary: 'Senders outside of the roster, most recent message first',
  query: StrangersQuery,
  answer: StrangersPage,
})
