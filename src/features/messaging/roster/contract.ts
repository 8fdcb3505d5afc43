import { route } from '#ground/api/contract.ts'
import { RosterPage, RosterQuery, StrangersPage, StrangersQuery } from './schema.ts'

const shared = { level: 'admin', isLive: true, refusals: ['outside_ceiling', 'not_found'] } as const

export const listRoster = route('get', '/roster', {
  ...shared,
  summary: 'Who is who at messaging providers, as the Hub’s roster says, and what is wrong in it',
  query: RosterQuery,
  answer: RosterPage,
})

export const listStrangers = route('get', '/strangers', {
  ...shared,
  summary: 'Senders whom the Hub does not know, those who wrote last first',
  query: StrangersQuery,
  answer: StrangersPage,
})
